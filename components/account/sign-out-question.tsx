'use client'

import { unstable_rethrow } from 'next/navigation'
import { useState, useTransition } from 'react'
import { AlertDialog } from '#components/ui/alert-dialog.tsx'
import { FormError } from '#components/ui/form-error.tsx'
import { type DraftOwner, deleteDrafts, type StoredDraft } from '#lib/api/stored-drafts.ts'
import { UnsentDrafts } from './unsent-drafts.tsx'

type SignOutQuestionProps = {
  drafts: readonly StoredDraft[]
  owner: DraftOwner
  action: () => Promise<void>
  onClose: () => void
}

/** Asks whether to go on working or to sign out, which deletes what was not sent: nobody else is to find it here. */
export function SignOutQuestion({ drafts, owner, action, onClose }: SignOutQuestionProps) {
  const [isBusy, start] = useTransition()
  const [hasFailed, setFailed] = useState(false)
  const run = () => {
    setFailed(false)
    start(async () => {
      try {
        await action()
      } catch (error) {
        try {
          unstable_rethrow(error)
        } catch (redirection) {
          // The action leads to another page once the session is over.
          deleteDrafts(owner)
          throw redirection
        }
        setFailed(true)
      }
    })
  }
  return (
    <AlertDialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Sign out and delete what was not sent?"
      description="What you wrote in this browser and did not send is kept for you until you sign out."
      cancelLabel="Keep working"
      confirmLabel="Sign out and delete"
      danger
      busy={isBusy}
      onConfirm={run}
    >
      <div className="flex flex-col gap-3">
        <UnsentDrafts drafts={drafts} />
        <FormError>{hasFailed ? 'Signing out did not work, and nothing was deleted. Try again.' : null}</FormError>
      </div>
    </AlertDialog>
  )
}
