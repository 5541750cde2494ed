'use client'

import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { SecretValue } from '#components/admin/secret-value.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { FormDialog, type FormResult } from '#components/ui/form/form-dialog.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { ConfirmWrite } from '#components/ui/overlay/confirm-write.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import { leavePage } from '#lib/api/leave-page.ts'
import type { Account, ListedAccount } from '#lib/contracts/app/accounts.ts'
import { minPasswordLength } from '#lib/contracts/app/values.ts'
import { type Role, roles } from '#lib/contracts/endpoint.ts'
import { createAccount, endAccountSessions, inviteAccount, updateAccount } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { generatePassword } from '#lib/domain/people/generate-password.ts'
import { capitalise } from '#lib/text/first-letter.ts'

const loadContracts = () => import('#lib/contracts/app/accounts.ts')

/** Adds an account; shows a generated password, or the link of an invitation that is not mailed, afterwards. */
export function AddAccountDialog({ onClose }: { onClose: () => void }) {
  const [generated] = useState(generatePassword)
  const { form, Field, choice, state } = useEndpointForm(createAccount, {
    schema: async () => (await loadContracts()).NewAccount,
    values: { name: '', email: '', role: 'reviewer', password: generated },
    input: (body) => ({ body }),
    result: async (account, { password }) => {
      if (password === generated)
        return createPasswordResult(`${account.name} can sign in now`, account.email, password)
      if (password !== undefined) return null
      const { data } = await callEndpoint(inviteAccount, { params: { id: account.id } })
      return createInvitationResult(account, data.link)
    },
    done: ({ name }, { password }) => `${name} ${password === undefined ? 'was invited' : 'can sign in now'}`,
    onDone: onClose,
  })
  const setPassword = (password: string | undefined) => form.setValue('password', password)
  return (
    <FormDialog {...state} title="Add an account" submitLabel="Add account" onClose={onClose}>
      <Field name="name" label="Name" required />
      <Field name="email" label="E-mail" hint="Used to sign in" required type="email" />
      <RoleChoice {...choice('role')} />
      <PasswordChoice {...choice('password')} generated={generated} onChange={setPassword} canInvite />
    </FormDialog>
  )
}

/** An action on an account that needs a dialog. */
export type AccountAction = 'edit' | 'password' | 'invite' | 'sign_out' | 'disable'

/** An account in the list. */
export type AccountRow = ListedAccount & {
  /** True if it is the reader's own account. */
  readonly isOwn: boolean
  /** True if it is the only enabled admin, who must stay an admin. */
  readonly isLastAdmin: boolean
}

type AccountDialogProps = {
  account: AccountRow
  onClose: () => void
  /** Called when the sessions of the account have ended. */
  onSignedOut: () => unknown
}

/** The dialog for one action on an account. Ending one's own sessions leads to the sign-in page. */
export function AccountDialog({
  action,
  ...props
}: Omit<AccountDialogProps, 'onSignedOut'> & { action: AccountAction }) {
  const ActionDialog = dialogs[action]
  const leave = () => (props.account.isOwn ? leavePage(pagePaths.signIn) : props.onClose())
  return <ActionDialog {...props} onSignedOut={leave} />
}

const dialogs = {
  edit: EditAccount,
  password: SetPassword,
  invite: InviteAccount,
  sign_out: EndSessions,
  disable: DisableAccount,
}

function EditAccount({ account, onClose, onSignedOut }: AccountDialogProps) {
  const { Field, choice, state } = useEndpointForm(updateAccount, {
    schema: async () => (await loadContracts()).AccountPatch.pick({ name: true, role: true }).required(),
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

/** Sets a new password for an account; shows a generated one afterwards. */
function SetPassword({ account: { id, name, email }, onClose, onSignedOut }: AccountDialogProps) {
  const [generated] = useState(generatePassword)
  const done = `${name} has a new password`
  const { form, choice, state } = useEndpointForm(updateAccount, {
    schema: async () => (await loadContracts()).AccountPatch.pick({ password: true }).required(),
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

function EndSessions({ account: { id, name, isOwn }, onClose, onSignedOut }: AccountDialogProps) {
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

/** Shows a generated password once. */
const createPasswordResult = (title: string, email: string, password: string): FormResult => ({
  title,
  description: `Give this password to ${email}. It is shown only once and expires in a week; they should choose their own under Settings before then.`,
  content: <SecretValue label="Password" what="the password" value={password} />,
})

/** Shows the link of an invitation once, where no mail is sent; null if it was mailed. */
const createInvitationResult = (
  { name, email }: Pick<Account, 'name' | 'email'>,
  link: string | null,
): FormResult | null =>
  link === null
    ? null
    : {
        title: `${name} is invited`,
        description: `This installation sends no mail: give this link to ${email}. It is shown only once, works once and expires in 7 days.`,
        content: <SecretValue label="Link" what="the link" value={new URL(link, window.location.href).href} />,
      }

const roleHints: Readonly<Record<Role, string>> = {
  viewer: 'Reads changes, reviews, actions and lessons, and does their own actions.',
  auditor: 'Reads all that a manager reads, including the history, and writes no record.',
  reviewer: 'Writes reviews, actions and lessons.',
  manager: 'Also assigns reviews, signs them off, edits the review policy and sees the history.',
  admin: 'Also manages accounts and API tokens.',
}

type ChoiceProps = { register: UseFormRegisterReturn; error: string | undefined }

/** The roles, each described by what it adds to the previous one. The last admin must stay an admin. */
function RoleChoice({ hint, isLastAdmin = false, ...choice }: ChoiceProps & { hint?: string; isLastAdmin?: boolean }) {
  return (
    <RadioGroup
      {...choice}
      legend="Role"
      required
      hint={isLastAdmin ? 'This is the last admin. Make someone else an admin before choosing another role.' : hint}
      options={roles.map((role) => ({
        value: role,
        label: capitalise(role),
        hint: roleHints[role],
        disabled: isLastAdmin && role !== 'admin',
      }))}
    />
  )
}

type PasswordChoiceProps = ChoiceProps & {
  /** The generated password that the form starts with. */
  generated: string
  /** Receives the password: empty while the person has yet to type one, undefined for an invitation. */
  onChange: (password: string | undefined) => void
  /** Offers an invitation, by which the person chooses the password. */
  canInvite?: boolean
}

const invitation = {
  value: 'invitation',
  label: 'Invite them to choose one',
  hint: 'By a mailed link, which works for 7 days. Without mail, the link is shown once, for you to pass on.',
}

/** Choice between an invitation, a generated password and a typed one. */
function PasswordChoice({ generated, onChange, canInvite = false, register, error }: PasswordChoiceProps) {
  const [source, setSource] = useState('generated')
  const choose = (next: string) => {
    setSource(next)
    onChange(next === 'generated' ? generated : next === 'typed' ? '' : undefined)
  }
  return (
    <div className="flex flex-col gap-2">
      <RadioGroup
        legend="Password"
        name="password_source"
        value={source}
        onValueChange={choose}
        options={[
          ...(canInvite ? [invitation] : []),
          { value: 'generated', label: 'Generate one', hint: 'It is shown once, for you to pass on.' },
          { value: 'typed', label: 'Enter one' },
        ]}
      />
      {source === 'typed' ? (
        <Field
          label="New password"
          name="password"
          hint={`At least ${minPasswordLength} characters`}
          required
          error={error}
        >
          <Input type="password" autoComplete="new-password" {...register} />
        </Field>
      ) : null}
    </div>
  )
}
