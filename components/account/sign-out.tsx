'use client'

import { LogOut } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type FormEvent, useEffect, useState } from 'react'
import { signOutFormId, userMenuId, userMenuItemClass } from '#components/layout/user-menu-item.ts'
import { forgetList } from '#components/next-review/remembered-list.ts'
import { type DraftOwner, listDrafts, onDraftsDeleted, type StoredDraft } from '#lib/api/stored-drafts.ts'

// Loaded when it opens, to keep it out of every page.
const SignOutDialog = dynamic(() => import('./sign-out-dialogs.tsx').then((part) => part.SignOutDialog), {
  loading: () => null,
})

/** User menu entry that ends this session, after a confirmation if there is unsent text. */
export function SignOut({ owner }: { owner: DraftOwner }) {
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
      <form id={signOutFormId} action="/sign-out" method="post" onSubmit={confirmIfUnsent}>
        <button type="submit" className={userMenuItemClass}>
          <LogOut aria-hidden="true" />
          Sign out
        </button>
      </form>
      {unsent ? <SignOutDialog drafts={unsent} owner={owner} onClose={close} /> : null}
    </>
  )
}
