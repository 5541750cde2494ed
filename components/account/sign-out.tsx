'use client'

import { LogOut } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { userMenuId, userMenuItemClass } from '#components/layout/user-menu-item.ts'
import { useLazyPart } from '#components/ui/use-lazy-part.ts'
import { type DraftOwner, listDrafts, onDraftsDeleted, type StoredDraft } from '#lib/api/stored-drafts.ts'

const loadQuestion = () => import('./sign-out-question.tsx')

type SignOutProps = { action: () => Promise<void>; owner: DraftOwner }

/** The entry of the user menu that ends this session: with one click, unless something was written and not sent. */
export function SignOut({ action, owner }: SignOutProps) {
  const [unsent, setUnsent] = useState<readonly StoredDraft[] | null>(null)
  const close = () => setUnsent(null)
  useEffect(() => onDraftsDeleted(owner.id, () => window.location.reload()), [owner.id])
  const question = useLazyPart(loadQuestion, unsent !== null, close)
  const askFirst = (event: FormEvent) => {
    const drafts = listDrafts(owner)
    if (drafts.length === 0) return
    event.preventDefault()
    document.getElementById(userMenuId)?.hidePopover()
    setUnsent(drafts)
  }
  return (
    <>
      <form action={action} onSubmit={askFirst}>
        <button type="submit" className={userMenuItemClass}>
          <LogOut aria-hidden="true" />
          Sign out
        </button>
      </form>
      {question && unsent ? (
        <question.SignOutQuestion drafts={unsent} owner={owner} action={action} onClose={close} />
      ) : null}
    </>
  )
}
