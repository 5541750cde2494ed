'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { z } from 'zod'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { useEndpointForm } from '#lib/api/use-endpoint-form.ts'
import { Password, updateAccount } from '#lib/contracts/app/accounts.ts'
import { generatePassword } from '#lib/domain/generate-password.ts'
import type { SigningOutDialogProps } from './account-action.ts'
import { PasswordChoice, type PasswordSource } from './password-choice.tsx'
import { passwordResult } from './password-result.tsx'

const NewPassword = z.strictObject({ password: Password })

/** Sets a new password for an account; shows a generated one afterwards. */
export function SetPassword({ account, onClose, onSignedOut }: SigningOutDialogProps) {
  const [source, setSource] = useState<PasswordSource>('generated')
  const [generated, setGenerated] = useState<string | null>(null)
  const { form, state } = useEndpointForm(updateAccount, {
    resolver: zodResolver(NewPassword),
    values: { password: generatePassword() },
    input: (body) => ({ params: { id: account.id }, body }),
    onDone: (_, { password }) => {
      if (source === 'generated') return setGenerated(password)
      showToast({ kind: 'success', title: `${account.name} has a new password` })
      return onSignedOut()
    },
  })
  return (
    <FormDialog
      {...state}
      title={`New password for ${account.name}`}
      description="The old password stops working, and all sessions end."
      submitLabel="Set password"
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
        error={form.formState.errors.password?.message}
      />
    </FormDialog>
  )
}
