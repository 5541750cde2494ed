'use client'

import { useState, useTransition } from 'react'
import { FormError } from '#components/ui/form/form-error.tsx'
import { AlertDialog } from '#components/ui/overlay/alert-dialog.tsx'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import { signOut } from '#lib/api/sign-in.ts'
import { type DraftOwner, deleteDrafts, type StoredDraft } from '#lib/api/stored-drafts.ts'
import { endMySessions } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { UnsentDrafts } from './unsent-drafts.tsx'

type SignOutDialogProps = {
  drafts: readonly StoredDraft[]
  owner: DraftOwner
  onClose: () => void
}

/** Confirms signing out with unsent texts, which are deleted so that nobody else finds them in this browser. */
export function SignOutDialog({ drafts, owner, onClose }: SignOutDialogProps) {
  const [isBusy, start] = useTransition()
  const [hasFailed, setFailed] = useState(false)
  const run = () => {
    setFailed(false)
    start(async () => {
      const page = await signOut()
      if (page === null) return setFailed(true)
      deleteDrafts(owner)
      window.location.assign(page)
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

/** Confirms the end of every session of the person, including this one. */
export function SignOutEverywhereDialog({ drafts, owner, onClose }: SignOutDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const isDeleting = drafts.length > 0
  const run = async () => {
    setBusy(true)
    try {
      await callEndpoint(endMySessions, {})
      deleteDrafts(owner)
      window.location.assign(pagePaths.signIn)
    } catch (error) {
      onClose()
      showToast({ kind: 'error', title: error instanceof Error ? error.message : 'Signing out failed' })
    }
  }
  return (
    <AlertDialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Sign out everywhere?"
      description="This ends all your sessions on all devices, including this one."
      confirmLabel={isDeleting ? 'Sign out and delete' : 'Sign out everywhere'}
      cancelLabel={isDeleting ? 'Keep working' : 'Cancel'}
      danger={isDeleting}
      busy={isBusy}
      onConfirm={run}
    >
      {isDeleting ? <UnsentDrafts drafts={drafts} /> : null}
    </AlertDialog>
  )
}
