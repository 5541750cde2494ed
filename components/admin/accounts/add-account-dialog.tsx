'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Field } from '#components/ui/field.tsx'
import { FormDialog, type FormResult } from '#components/ui/form-dialog.tsx'
import { Input } from '#components/ui/input.tsx'
import { showToast } from '#components/ui/toast.ts'
import { showServerErrors } from '#lib/api/form-errors.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { inviteAccount } from '#lib/contracts/admin-routes.ts'
import { createAccount, NewAccount } from '#lib/contracts/app/accounts.ts'
import { generatePassword } from '#lib/domain/generate-password.ts'
import { invitationResult } from './invitation-result.tsx'
import { PasswordChoice, type PasswordSource } from './password-choice.tsx'
import { passwordResult } from './password-result.tsx'
import { RoleChoice } from './role-choice.tsx'

/** Adds an account; shows a generated password, or the link of an invitation that is not mailed, afterwards. */
export function AddAccountDialog({ onClose }: { onClose: () => void }) {
  const add = useEndpointMutation(createAccount, ['History'])
  const [source, setSource] = useState<PasswordSource>('generated')
  const invite = useEndpointMutation(inviteAccount, ['History'])
  const [result, setResult] = useState<FormResult | null>(null)
  const form = useForm<NewAccount>({
    resolver: zodResolver(NewAccount),
    defaultValues: { name: '', email: '', role: 'reviewer', password: generatePassword() },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (input) => {
    try {
      const account = await add.mutateAsync({ body: input })
      if (source === 'generated' && input.password !== undefined) {
        return setResult(
          passwordResult(`${input.name} can sign in now`, { email: input.email, password: input.password }),
        )
      }
      if (source === 'invitation') {
        const { link } = await invite.mutateAsync({ params: { id: account.id } })
        if (link !== null) return setResult(invitationResult(account, link))
        showToast({ kind: 'success', title: `${input.name} was invited` })
      } else showToast({ kind: 'success', title: `${input.name} can sign in now` })
      onClose()
    } catch (error) {
      showServerErrors(error, ['name', 'email', 'role', 'password'], form.setError)
    }
  })

  return (
    <FormDialog
      title="Add an account"
      submitLabel="Add account"
      busy={isSubmitting}
      error={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
      result={result}
    >
      <Field label="Name" name="name" required error={errors.name?.message}>
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
      <Field label="E-mail" name="email" hint="Used to sign in" required error={errors.email?.message}>
        <Input type="email" autoComplete="off" {...form.register('email')} />
      </Field>
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
