'use client'

import { useState, useTransition } from 'react'
import { FormError } from '#components/ui/form/form-error.tsx'
import { AlertDialog } from '#components/ui/overlay/alert-dialog.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import { signOut } from '#lib/api/sign-in.ts'
import { type DraftOwner, deleteDrafts, describeDraft, type StoredDraft } from '#lib/api/stored-drafts.ts'
import { endMySessions } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

type SignOutDialogProps = {
  /** Unsent texts, which are deleted so that nobody else finds them in this browser. */
  drafts: readonly StoredDraft[]
  owner: DraftOwner
  onClose: () => void
}

const texts = {
  here: {
    title: 'Sign out and delete unsent text?',
    description: 'Text that you have not sent is stored in this browser until you sign out.',
    end: signOut,
  },
  everywhere: {
    title: 'Sign out everywhere?',
    description: 'This ends all your sessions on all devices, including this one.',
    end: async () => {
      await callEndpoint(endMySessions, {})
      return pagePaths.signIn
    },
  },
}

/** Confirms the end of this session with unsent texts, or of every session of the person. */
export function SignOutDialog({ which, drafts, owner, onClose }: SignOutDialogProps & { which: keyof typeof texts }) {
  const [isBusy, start] = useTransition()
  const [error, setError] = useState<string | null>(null)
  const { end, ...question } = texts[which]
  const isDeleting = drafts.length > 0
  const run = () =>
    start(async () => {
      setError(null)
      try {
        const page = await end()
        if (page === null) return setError('Signing out failed, and nothing was deleted. Try again.')
        deleteDrafts(owner)
        window.location.assign(page)
      } catch (error) {
        setError(error instanceof Error ? error.message : 'Signing out failed')
      }
    })
  return (
    <AlertDialog
      {...question}
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      cancelLabel={isDeleting ? 'Keep working' : 'Cancel'}
      confirmLabel={isDeleting ? 'Sign out and delete' : 'Sign out everywhere'}
      danger={isDeleting}
      busy={isBusy}
      onConfirm={run}
    >
      <div className="flex flex-col gap-3 empty:hidden">
        {isDeleting ? <UnsentDrafts drafts={drafts} /> : null}
        <FormError>{error}</FormError>
      </div>
    </AlertDialog>
  )
}

const maxListed = 5

function UnsentDrafts({ drafts }: Pick<SignOutDialogProps, 'drafts'>) {
  const listed = drafts.length > maxListed ? drafts.slice(0, maxListed - 1) : drafts
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className="font-medium">
        {drafts.length === 1 ? 'One text would be deleted:' : `${drafts.length} texts would be deleted:`}
      </p>
      <ul className="list-disc pl-5">
        {listed.map((draft) => (
          <li key={draft.key} className="break-words">
            {describeDraft(draft)}
          </li>
        ))}
        {drafts.length > listed.length ? <li>and {drafts.length - listed.length} more</li> : null}
      </ul>
    </div>
  )
}
