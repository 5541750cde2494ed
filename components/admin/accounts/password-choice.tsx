'use client'

import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { RadioGroup } from '#components/ui/radio-group.tsx'
import { generatePassword } from '#lib/domain/generate-password.ts'

export type PasswordSource = 'made' | 'typed'

type PasswordChoiceProps = {
  source: PasswordSource
  onSource: (source: PasswordSource) => void
  /** Writes the form's password; an empty one when it is to be typed. */
  setPassword: (password: string) => void
  register: UseFormRegisterReturn
  error: string | undefined
}

/** A password that Hindsight makes and shows afterwards, or one that is typed. */
export function PasswordChoice({ source, onSource, setPassword, register, error }: PasswordChoiceProps) {
  const choose = (next: string) => {
    onSource(next === 'typed' ? 'typed' : 'made')
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
          { value: 'made', label: 'Make one', hint: 'It is shown once, to be handed over.' },
          { value: 'typed', label: 'Type one' },
        ]}
      />
      {source === 'typed' ? (
        <Field label="New password" name="password" hint="At least 12 characters" required error={error}>
          <Input type="password" autoComplete="new-password" {...register} />
        </Field>
      ) : null}
    </div>
  )
}
