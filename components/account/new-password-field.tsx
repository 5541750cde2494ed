import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { minPasswordLength } from '#lib/contracts/app/account-values.ts'

type NewPasswordFieldProps = { error: string | undefined; registration: UseFormRegisterReturn }

/** The password that a person chooses, with its rule. */
export function NewPasswordField({ error, registration }: NewPasswordFieldProps) {
  return (
    <Field
      label="New password"
      name="new_password"
      hint={`At least ${minPasswordLength} characters. A passphrase works well.`}
      error={error}
    >
      <Input type="password" autoComplete="new-password" {...registration} />
    </Field>
  )
}
