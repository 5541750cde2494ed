'use client'

import { AlertDialog } from '#components/ui/alert-dialog.tsx'
import { showErrorToast, showToast } from '#components/ui/toast.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { endAccountSessions, updateAccount } from '#lib/contracts/app/accounts.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { AccountAction, AccountDialogProps, SigningOutDialogProps } from './account-action.ts'
import { EditAccount } from './edit-account.tsx'
import { InviteAccount } from './invite-account.tsx'
import { SetPassword } from './set-password.tsx'

/** The dialog for one action on an account. Ending one's own sessions leads to the sign-in page. */
export function AccountDialog({ action, ...props }: AccountDialogProps & { action: AccountAction }) {
  const leave = () => {
    if (props.isOwn) window.location.assign(pagePaths.signIn)
    else props.onClose()
  }
  if (action === 'edit') return <EditAccount {...props} onSignedOut={leave} />
  if (action === 'password') return <SetPassword {...props} onSignedOut={leave} />
  if (action === 'invite') return <InviteAccount {...props} />
  if (action === 'disable') return <DisableAccount {...props} />
  return <EndSessions {...props} onSignedOut={leave} />
}

function DisableAccount({ account, onClose }: AccountDialogProps) {
  const update = useEndpointMutation(updateAccount, ['History'])
  const run = () =>
    update.mutate(
      { params: { id: account.id }, body: { is_disabled: true } },
      {
        onSuccess: () => showToast({ kind: 'success', title: `${account.name} can no longer sign in` }),
        onError: showErrorToast,
        onSettled: onClose,
      },
    )
  return (
    <AlertDialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`Disable the account of ${account.name}?`}
      description="They are signed out everywhere immediately and can no longer sign in. Their reviews and comments stay. You can enable the account again."
      confirmLabel="Disable"
      danger
      busy={update.isPending}
      onConfirm={run}
    />
  )
}

function EndSessions({ account, isOwn, onClose, onSignedOut }: SigningOutDialogProps) {
  const end = useEndpointMutation(endAccountSessions, ['History'])
  const run = () =>
    end.mutate(
      { params: { id: account.id } },
      {
        onSuccess: () => {
          showToast({ kind: 'success', title: `${account.name} is signed out everywhere` })
          onSignedOut()
        },
        onError: (error) => {
          showErrorToast(error)
          onClose()
        },
      },
    )
  return (
    <AlertDialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={isOwn ? 'Sign yourself out everywhere?' : `Sign ${account.name} out everywhere?`}
      description={
        isOwn
          ? 'This ends all your sessions, including this one.'
          : 'This ends all their sessions. They can sign in again with the same password.'
      }
      confirmLabel="Sign out"
      busy={end.isPending}
      onConfirm={run}
    />
  )
}
