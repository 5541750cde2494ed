'use client'

import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { inviteAccount } from '#lib/contracts/admin-routes.ts'
import type { AccountDialogProps } from './account-action.ts'
import { createInvitationResult } from './account-results.tsx'

/** Invites the person of an account without a password, or invites them again. */
export function InviteAccount({ account, onClose }: AccountDialogProps) {
  const { id, name, invited_until: invitedUntil } = account
  const { state } = useEndpointForm(inviteAccount, {
    values: {},
    input: () => ({ params: { id } }),
    result: ({ link }) => createInvitationResult(account, link),
    done: `${name} was invited`,
    onDone: onClose,
  })
  const isAgain = invitedUntil !== null
  return (
    <FormDialog
      {...state}
      title={isAgain ? `Invite ${name} again?` : `Invite ${name}?`}
      description={`They choose a password by a link, which works once, for 7 days.${isAgain ? ' The link that was sent before stops working.' : ''}`}
      submitLabel="Invite"
      onClose={onClose}
    />
  )
}
