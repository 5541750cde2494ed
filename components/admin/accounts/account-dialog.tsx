'use client'

import { ConfirmWrite } from '#components/ui/overlay/confirm-write.tsx'
import { leavePage } from '#lib/api/leave-page.ts'
import { endAccountSessions, updateAccount } from '#lib/contracts/admin-routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import type { AccountAction, AccountDialogProps, SigningOutDialogProps } from './account-action.ts'
import { EditAccount } from './edit-account.tsx'
import { InviteAccount } from './invite-account.tsx'
import { SetPassword } from './set-password.tsx'

/** The dialog for one action on an account. Ending one's own sessions leads to the sign-in page. */
export function AccountDialog({ action, ...props }: AccountDialogProps & { action: AccountAction }) {
  const leave = () => (props.account.isOwn ? leavePage(pagePaths.signIn) : props.onClose())
  if (action === 'edit') return <EditAccount {...props} onSignedOut={leave} />
  if (action === 'password') return <SetPassword {...props} onSignedOut={leave} />
  if (action === 'invite') return <InviteAccount {...props} />
  if (action === 'disable') return <DisableAccount {...props} />
  return <EndSessions {...props} onSignedOut={leave} />
}

function DisableAccount({ account: { id, name }, onClose }: AccountDialogProps) {
  return (
    <ConfirmWrite
      route={updateAccount}
      input={{ params: { id }, body: { is_disabled: true } }}
      title={`Disable the account of ${name}?`}
      description="They are signed out everywhere immediately and can no longer sign in. Their open reviews and actions are listed under Leavers, where you reassign them. You can enable the account again."
      confirmLabel="Disable"
      danger
      done={`${name} can no longer sign in`}
      onClose={onClose}
    />
  )
}

function EndSessions({ account: { id, name, isOwn }, onClose, onSignedOut }: SigningOutDialogProps) {
  return (
    <ConfirmWrite
      route={endAccountSessions}
      input={{ params: { id } }}
      title={isOwn ? 'Sign yourself out everywhere?' : `Sign ${name} out everywhere?`}
      description={
        isOwn
          ? 'This ends all your sessions, including this one.'
          : 'This ends all their sessions. They can sign in again with the same password.'
      }
      confirmLabel="Sign out"
      done={`${name} is signed out everywhere`}
      onDone={onSignedOut}
      onClose={onClose}
    />
  )
}
