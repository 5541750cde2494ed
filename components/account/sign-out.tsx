'use client'

import { LogOut, MonitorX } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type FormEvent, useEffect, useState } from 'react'
import { signOutFormId, userMenuId } from '#components/layout/user-menu-item.ts'
import { forgetList } from '#components/next-review/remembered-list.ts'
import { type DraftOwner, listDrafts, onDraftsDeleted, type StoredDraft } from '#lib/api/stored-drafts.ts'

// Loaded when it opens, to keep it out of every page.
const SignOutDialog = dynamic(() => import('./sign-out-dialog.tsx').then((part) => part.SignOutDialog), {
  loading: () => null,
})

type Question = { which: 'here' | 'everywhere'; drafts: readonly StoredDraft[] }

/** User menu entries that end this session, after a confirmation if there is unsent text, or every session. */
export function SignOut({ owner }: { owner: DraftOwner }) {
  const [question, setQuestion] = useState<Question | null>(null)
  useEffect(() => onDraftsDeleted(owner.id, () => window.location.reload()), [owner.id])
  const ask = (next: Question) => {
    // Before the dialog opens, so that the focus returns to the button of the menu when it closes.
    document.getElementById(userMenuId)?.hidePopover()
    setQuestion(next)
  }
  const confirmIfUnsent = (event: FormEvent) => {
    forgetList()
    const drafts = listDrafts(owner)
    if (drafts.length === 0) return
    event.preventDefault()
    ask({ which: 'here', drafts })
  }
  return (
    <>
      <form id={signOutFormId} action="/sign-out" method="post" onSubmit={confirmIfUnsent}>
        <button type="submit" className="user-menu-item">
          <LogOut />
          Sign out
        </button>
      </form>
      <button
        type="button"
        onClick={() => ask({ which: 'everywhere', drafts: listDrafts(owner) })}
        className="user-menu-item"
      >
        <MonitorX />
        Sign out everywhere
      </button>
      {question ? <SignOutDialog {...question} owner={owner} onClose={() => setQuestion(null)} /> : null}
    </>
  )
}
