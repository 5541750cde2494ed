'use client'

import { LogOut } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { signOutFormId, userMenuId, userMenuItemClass } from '#components/layout/user-menu-item.ts'
import { forgetList } from '#components/next-review/remembered-list.ts'
import { type DraftOwner, listDrafts, onDraftsDeleted, type StoredDraft } from '#lib/api/stored-drafts.ts'
import { SignOutDialog } from './sign-out-dialog.tsx'

type SignOutProps = { action: () => Promise<void>; owner: DraftOwner }

/** User menu entry that ends this session, after a confirmation if there is unsent text. */
export function SignOut({ action, owner }: SignOutProps) {
  const [unsent, setUnsent] = useState<readonly StoredDraft[] | null>(null)
  const close = () => setUnsent(null)
  useEffect(() => onDraftsDeleted(owner.id, () => window.location.reload()), [owner.id])
  const confirmIfUnsent = (event: FormEvent) => {
    forgetList()
    const drafts = listDrafts(owner)
    if (drafts.length === 0) return
    event.preventDefault()
    document.getElementById(userMenuId)?.hidePopover()
    setUnsent(drafts)
  }
  return (
    <>
      <form id={signOutFormId} action={action} onSubmit={confirmIfUnsent}>
        <button type="submit" className={userMenuItemClass}>
          <LogOut aria-hidden="true" />
          Sign out
        </button>
      </form>
      {unsent ? <SignOutDialog drafts={unsent} owner={owner} action={action} onClose={close} /> : null}
    </>
  )
}
