'use client'

import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { RadioGroup } from '#components/ui/radio-group.tsx'
import { minPasswordLength } from '#lib/contracts/app/account-values.ts'
import { generatePassword } from '#lib/domain/generate-password.ts'

export type PasswordSource = 'generated' | 'typed'

type PasswordChoiceProps = {
  source: PasswordSource
  onSource: (source: PasswordSource) => void
  /** Sets the form's password; empty when it is to be typed. */
  setPassword: (password: string) => void
  register: UseFormRegisterReturn
  error: string | undefined
}

/** A choice between a generated and a typed password. */
export function PasswordChoice({ source, onSource, setPassword, register, error }: PasswordChoiceProps) {
  const choose = (next: string) => {
    onSource(next === 'typed' ? 'typed' : 'generated')
    setPassword(next === 'typed' ? '' : generatePassword())
  }
  return (
    <div className="flex flex-col gap-2">
      <RadioGroup
        legend="Password"
        name="password_source"
        value={source}
        onValueChange={choose}
        options={[
          { value: 'generated', label: 'Generate one', hint: 'It is shown once, for you to pass on.' },
          { value: 'typed', label: 'Enter one' },
        ]}
      />
      {source === 'typed' ? (
        <Field
          label="New password"
          name="password"
          hint={`At least ${minPasswordLength} characters`}
          required
          error={error}
        >
          <Input type="password" autoComplete="new-password" {...register} />
        </Field>
      ) : null}
    </div>
  )
}
