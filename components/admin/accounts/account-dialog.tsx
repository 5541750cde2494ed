'use client'

import { AlertDialog } from '#components/ui/alert-dialog.tsx'
import { showToast } from '#components/ui/toast.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { endAccountSessions, updateAccount } from '#lib/contracts/app/accounts.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { AccountAction, AccountDialogProps, SigningOutDialogProps } from './account-action.ts'
import { EditAccount } from './edit-account.tsx'
import { SetPassword } from './set-password.tsx'

/** The dialog of one action on one account. Who ends their own sessions goes to the sign-in page. */
export function AccountDialog({ action, ...props }: AccountDialogProps & { action: AccountAction }) {
  const leave = () => {
    if (props.isOwn) window.location.assign(pagePaths.signIn)
    else props.onClose()
  }
  if (action === 'edit') return <EditAccount {...props} onSignedOut={leave} />
  if (action === 'password') return <SetPassword {...props} onSignedOut={leave} />
  if (action === 'disable') return <DisableAccount {...props} />
  return <EndSessions {...props} onSignedOut={leave} />
}

const tellFailure = (error: Error) => showToast({ kind: 'error', title: error.message })

function DisableAccount({ account, onClose }: AccountDialogProps) {
  const update = useEndpointMutation(updateAccount, ['History'])
  const run = () =>
    update.mutate(
      { params: { id: account.id }, body: { is_disabled: true } },
      {
        onSuccess: () => showToast({ kind: 'success', title: `${account.name} can no longer sign in` }),
        onError: tellFailure,
        onSettled: onClose,
      },
    )
  return (
    <AlertDialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={`Disable the account of ${account.name}?`}
      description="They are signed out everywhere at once and cannot sign in. What they wrote stays, and the account can be enabled again."
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
          tellFailure(error)
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
          ? 'Every session of your account ends, this one too.'
          : 'Every session ends; the password stays and they can sign in again.'
      }
      confirmLabel="Sign out"
      busy={end.isPending}
      onConfirm={run}
    />
  )
}
