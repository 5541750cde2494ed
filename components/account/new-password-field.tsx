import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { FormField } from '#components/ui/form/form-field.tsx'
import { minPasswordLength } from '#lib/contracts/app/account-values.ts'

type WithPassword = FieldValues & { new_password: string }

/** The password that a person chooses, with its rule. */
export function NewPasswordField<Values extends WithPassword>({ form }: { form: UseFormReturn<Values> }) {
  return (
    <FormField
      form={form}
      name={'new_password' as Path<Values>}
      label="New password"
      hint={`At least ${minPasswordLength} characters. A passphrase works well.`}
      type="password"
      autoComplete="new-password"
    />
  )
}
