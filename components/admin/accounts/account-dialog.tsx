'use client'

import { useState } from 'react'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { ConfirmWrite } from '#components/ui/overlay/confirm-write.tsx'
import { leavePage } from '#lib/api/leave-page.ts'
import { endAccountSessions, inviteAccount, updateAccount } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { generatePassword } from '#lib/domain/people/generate-password.ts'
import type { AccountAction, AccountDialogProps, SigningOutDialogProps } from './account-action.ts'
import { createInvitationResult, createPasswordResult } from './account-results.tsx'
import { PasswordChoice } from './password-choice.tsx'
import { RoleChoice } from './role-choice.tsx'

/** Sets a new password for an account; shows a generated one afterwards. */
function SetPassword({ account: { id, name, email }, onClose, onSignedOut }: SigningOutDialogProps) {
  const [generated] = useState(generatePassword)
  const done = `${name} has a new password`
  const { form, choice, state } = useEndpointForm(updateAccount, {
    schema: async () =>
      (await import('#lib/contracts/app/accounts.ts')).AccountPatch.pick({ password: true }).required(),
    values: { password: generated },
    input: (body) => ({ params: { id }, body }),
    result: (_, { password }) => (password === generated ? createPasswordResult(done, email, password) : null),
    done,
    onDone: onSignedOut,
  })
  const setPassword = (password = '') => form.resetField('password', { defaultValue: password })
  return (
    <FormDialog
      {...state}
      title={`New password for ${name}`}
      description="The old password stops working, and all sessions end."
      submitLabel="Set password"
      onClose={state.result ? onSignedOut : onClose}
    >
      <PasswordChoice {...choice('password')} generated={generated} onChange={setPassword} />
    </FormDialog>
  )
}

/** Invites the person of an account without a password, or invites them again. */
function InviteAccount({ account, onClose }: AccountDialogProps) {
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

function EditAccount({ account, onClose, onSignedOut }: SigningOutDialogProps) {
  const { Field, choice, state } = useEndpointForm(updateAccount, {
    schema: async () =>
      (await import('#lib/contracts/app/accounts.ts')).AccountPatch.pick({ name: true, role: true }).required(),
    values: { name: account.name, role: account.role },
    input: (body) => ({ params: { id: account.id }, body }),
    done: ({ name }) => `${name} saved`,
    onDone: ({ role }) => (role === account.role ? onClose() : onSignedOut()),
  })
  const hint = account.isOwn
    ? 'Changing your role signs you out.'
    : 'Changing the role signs the person out. It applies from the next sign-in.'
  return (
    <FormDialog
      {...state}
      title={`Edit ${account.name}`}
      description={account.email}
      submitLabel="Save"
      onClose={onClose}
    >
      <Field name="name" label="Name" required />
      <RoleChoice {...choice('role')} hint={hint} isLastAdmin={account.isLastAdmin} />
    </FormDialog>
  )
}
