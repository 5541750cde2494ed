'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { showToast } from '#components/ui/toast.ts'
import { showServerErrors } from '#lib/api/form-errors.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { Password, updateAccount } from '#lib/contracts/app/accounts.ts'
import { generatePassword } from '#lib/domain/generate-password.ts'
import type { SigningOutDialogProps } from './account-action.ts'
import { PasswordChoice, type PasswordSource } from './password-choice.tsx'
import { passwordResult } from './password-result.tsx'

const NewPassword = z.strictObject({ password: Password })
type NewPassword = z.infer<typeof NewPassword>

/** Sets a new password for an account; shows a generated one afterwards. */
export function SetPassword({ account, onClose, onSignedOut }: SigningOutDialogProps) {
  const update = useEndpointMutation(updateAccount, ['History'])
  const [source, setSource] = useState<PasswordSource>('generated')
  const [generated, setGenerated] = useState<string | null>(null)
  const form = useForm<NewPassword>({
    resolver: zodResolver(NewPassword),
    defaultValues: { password: generatePassword() },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (input) => {
    try {
      await update.mutateAsync({ params: { id: account.id }, body: input })
      if (source === 'generated') return setGenerated(input.password)
      showToast({ kind: 'success', title: `${account.name} has a new password` })
      onSignedOut()
    } catch (error) {
      showServerErrors(error, ['password'], form.setError)
    }
  })

  return (
    <FormDialog
      title={`New password for ${account.name}`}
      description="The old password stops working, and all sessions end."
      submitLabel="Set password"
      busy={isSubmitting}
      error={errors.root?.message}
      onSubmit={submit}
      onClose={generated === null ? onClose : onSignedOut}
      result={
        generated === null
          ? null
          : passwordResult(`${account.name} has a new password`, { email: account.email, password: generated })
      }
    >
      <PasswordChoice
        source={source}
        onSource={setSource}
        setPassword={(password = '') => form.resetField('password', { defaultValue: password })}
        register={form.register('password')}
        error={errors.password?.message}
      />
    </FormDialog>
  )
}
