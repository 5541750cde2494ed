'use client'

import { useState } from 'react'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import { createAccount, inviteAccount } from '#lib/contracts/routes.ts'
import { generatePassword } from '#lib/domain/people/generate-password.ts'
import { createInvitationResult, createPasswordResult } from './account-results.tsx'
import { PasswordChoice } from './password-choice.tsx'
import { RoleChoice } from './role-choice.tsx'

/** Adds an account; shows a generated password, or the link of an invitation that is not mailed, afterwards. */
export function AddAccountDialog({ onClose }: { onClose: () => void }) {
  const [generated] = useState(generatePassword)
  const { form, Field, choice, state } = useEndpointForm(createAccount, {
    schema: async () => (await import('#lib/contracts/app/accounts.ts')).NewAccount,
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
