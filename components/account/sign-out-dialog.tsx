'use client'

import { unstable_rethrow } from 'next/navigation'
import { useState, useTransition } from 'react'
import { FormError } from '#components/ui/form/form-error.tsx'
import { AlertDialog } from '#components/ui/overlay/alert-dialog.tsx'
import { type DraftOwner, deleteDrafts, type StoredDraft } from '#lib/api/stored-drafts.ts'
import { UnsentDrafts } from './unsent-drafts.tsx'

type SignOutDialogProps = {
  drafts: readonly StoredDraft[]
  owner: DraftOwner
  action: () => Promise<void>
  onClose: () => void
}

/** Confirms signing out with unsent texts, which are deleted so that nobody else finds them in this browser. */
export function SignOutDialog({ drafts, owner, action, onClose }: SignOutDialogProps) {
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
          // The action redirects once the session has ended.
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
      title="Sign out and delete unsent text?"
      description="Text that you have not sent is stored in this browser until you sign out."
      cancelLabel="Keep working"
      confirmLabel="Sign out and delete"
      danger
      busy={isBusy}
      onConfirm={run}
    >
      <div className="flex flex-col gap-3">
        <UnsentDrafts drafts={drafts} />
        <FormError>{hasFailed ? 'Signing out failed, and nothing was deleted. Try again.' : null}</FormError>
      </div>
    </AlertDialog>
  )
}
