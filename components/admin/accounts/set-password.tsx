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
import { handedOver } from './handed-over.tsx'
import { PasswordChoice, type PasswordSource } from './password-choice.tsx'

const NewPassword = z.strictObject({ password: Password })
type NewPassword = z.infer<typeof NewPassword>

/** A new password for an account; one that was made is shown afterwards. */
export function SetPassword({ account, onClose, onSignedOut }: SigningOutDialogProps) {
  const update = useEndpointMutation(updateAccount, ['History'])
  const [source, setSource] = useState<PasswordSource>('made')
  const [made, setMade] = useState<string | null>(null)
  const form = useForm<NewPassword>({
    resolver: zodResolver(NewPassword),
    defaultValues: { password: generatePassword() },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (input) => {
    try {
      await update.mutateAsync({ params: { id: account.id }, body: input })
      if (source === 'made') return setMade(input.password)
      showToast({ kind: 'success', title: `${account.name} has a new password` })
      onSignedOut()
    } catch (error) {
      showServerErrors(error, ['password'], form.setError)
    }
  })

  return (
    <FormDialog
      title={`New password for ${account.name}`}
      description="The old one stops working, and every session ends."
      submitLabel="Set password"
      busy={isSubmitting}
      error={errors.root?.message}
      onSubmit={submit}
      onClose={made === null ? onClose : onSignedOut}
      result={
        made === null
          ? null
          : handedOver(`${account.name} has a new password`, { email: account.email, password: made })
      }
    >
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
