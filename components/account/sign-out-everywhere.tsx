'use client'

import { MonitorX } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { userMenuId, userMenuItemClass } from '#components/layout/user-menu-item.ts'
import { type DraftOwner, listDrafts, type StoredDraft } from '#lib/api/stored-drafts.ts'

// Loaded when it opens, to keep it out of every page.
const SignOutEverywhereDialog = dynamic(
  () => import('./sign-out-dialogs.tsx').then((part) => part.SignOutEverywhereDialog),
  { loading: () => null },
)

/** User menu entry that ends every session of the person, including this one. */
export function SignOutEverywhere({ owner }: { owner: DraftOwner }) {
  const [unsent, setUnsent] = useState<readonly StoredDraft[] | null>(null)
  return (
    <>
      <button
        type="button"
        onClick={() => {
          // Before the dialog opens, so that the focus returns to the button of the menu when it closes.
          document.getElementById(userMenuId)?.hidePopover()
          setUnsent(listDrafts(owner))
        }}
        className={userMenuItemClass}
      >
        <MonitorX aria-hidden="true" />
        Sign out everywhere
      </button>
      {unsent ? <SignOutEverywhereDialog drafts={unsent} owner={owner} onClose={() => setUnsent(null)} /> : null}
    </>
  )
}
