'use client'

import { useState } from 'react'
import { z } from 'zod'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { Password, updateAccount } from '#lib/contracts/app/accounts.ts'
import { generatePassword } from '#lib/domain/people/generate-password.ts'
import type { SigningOutDialogProps } from './account-action.ts'
import { createPasswordResult } from './account-results.tsx'
import { PasswordChoice } from './password-choice.tsx'

/** Sets a new password for an account; shows a generated one afterwards. */
export function SetPassword({ account: { id, name, email }, onClose, onSignedOut }: SigningOutDialogProps) {
  const [generated] = useState(generatePassword)
  const done = `${name} has a new password`
  const { form, choice, state } = useEndpointForm(updateAccount, {
    schema: z.strictObject({ password: Password }),
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
