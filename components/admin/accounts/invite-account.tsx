'use client'

import { useState } from 'react'
import { FormDialog, type FormResult } from '#components/ui/form/form-dialog.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { inviteAccount } from '#lib/contracts/admin-routes.ts'
import type { AccountDialogProps } from './account-action.ts'
import { invitationResult } from './invitation-result.tsx'

/** Invites the person of an account without a password, or invites them again. */
export function InviteAccount({ account, onClose }: AccountDialogProps) {
  const invite = useEndpointMutation(inviteAccount)
  const [result, setResult] = useState<FormResult | null>(null)
  const isAgain = account.invited_until !== null
  const run = () =>
    invite.mutate(
      { params: { id: account.id } },
      {
        onSuccess: ({ link }) => {
          if (link !== null) return setResult(invitationResult(account, link))
          showToast({ kind: 'success', title: `${account.name} was invited` })
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={isAgain ? `Invite ${account.name} again?` : `Invite ${account.name}?`}
      description={`They choose a password by a link, which works once, for 7 days.${isAgain ? ' The link that was sent before stops working.' : ''}`}
      submitLabel="Invite"
      busy={invite.isPending}
      error={invite.error?.message}
      onSubmit={(event) => {
        event.preventDefault()
        run()
      }}
      onClose={onClose}
      result={result}
    >
      {null}
    </FormDialog>
  )
}
