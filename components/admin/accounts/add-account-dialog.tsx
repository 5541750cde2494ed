'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { FormDialog, type FormResult } from '#components/ui/form/form-dialog.tsx'
import { FormField } from '#components/ui/form/form-field.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { useEndpointForm } from '#lib/api/use-endpoint-form.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { inviteAccount } from '#lib/contracts/admin-routes.ts'
import { createAccount, NewAccount } from '#lib/contracts/app/accounts.ts'
import { generatePassword } from '#lib/domain/generate-password.ts'
import { invitationResult } from './invitation-result.tsx'
import { PasswordChoice, type PasswordSource } from './password-choice.tsx'
import { passwordResult } from './password-result.tsx'
import { RoleChoice } from './role-choice.tsx'

const newAccount = (): NewAccount => ({ name: '', email: '', role: 'reviewer', password: generatePassword() })

/** Adds an account; shows a generated password, or the link of an invitation that is not mailed, afterwards. */
export function AddAccountDialog({ onClose }: { onClose: () => void }) {
  const [source, setSource] = useState<PasswordSource>('generated')
  const invite = useEndpointMutation(inviteAccount)
  const [result, setResult] = useState<FormResult | null>(null)
  const { form, state } = useEndpointForm(createAccount, {
    resolver: zodResolver(NewAccount),
    values: newAccount(),
    input: (body) => ({ body }),
    onDone: async (account, { name, email, password }) => {
      if (source === 'generated' && password !== undefined) {
        return setResult(passwordResult(`${name} can sign in now`, { email, password }))
      }
      if (source === 'invitation') {
        const { link } = await invite.mutateAsync({ params: { id: account.id } })
        if (link !== null) return setResult(invitationResult(account, link))
      }
      showToast({ kind: 'success', title: `${name} ${source === 'invitation' ? 'was invited' : 'can sign in now'}` })
      onClose()
    },
  })
  const { errors } = form.formState
  return (
    <FormDialog {...state} title="Add an account" submitLabel="Add account" onClose={onClose} result={result}>
      <FormField form={form} name="name" label="Name" required />
      <FormField form={form} name="email" label="E-mail" hint="Used to sign in" required type="email" />
      <RoleChoice register={form.register('role')} error={errors.role?.message} />
      <PasswordChoice
        source={source}
        onSource={setSource}
        canInvite
        setPassword={(password) => form.setValue('password', password)}
        register={form.register('password')}
        error={errors.password?.message}
      />
    </FormDialog>
  )
}
