'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Field } from '#components/ui/field.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Input } from '#components/ui/input.tsx'
import { showToast } from '#components/ui/toast.ts'
import { showServerErrors } from '#lib/api/form-errors.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { createAccount, NewAccount } from '#lib/contracts/app/accounts.ts'
import { generatePassword } from '#lib/domain/generate-password.ts'
import { PasswordChoice, type PasswordSource } from './password-choice.tsx'
import { passwordResult } from './password-result.tsx'
import { RoleChoice } from './role-choice.tsx'

/** Adds an account; shows a generated password afterwards. */
export function AddAccountDialog({ onClose }: { onClose: () => void }) {
  const add = useEndpointMutation(createAccount, ['History'])
  const [source, setSource] = useState<PasswordSource>('generated')
  const [added, setAdded] = useState<NewAccount | null>(null)
  const form = useForm<NewAccount>({
    resolver: zodResolver(NewAccount),
    defaultValues: { name: '', email: '', role: 'reviewer', password: generatePassword() },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (input) => {
    try {
      await add.mutateAsync({ body: input })
      if (source === 'generated') return setAdded(input)
      showToast({ kind: 'success', title: `${input.name} can sign in now` })
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
      result={added && passwordResult(`${added.name} can sign in now`, added)}
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
        setPassword={(password) => form.resetField('password', { defaultValue: password })}
        register={form.register('password')}
        error={errors.password?.message}
      />
    </FormDialog>
  )
}
