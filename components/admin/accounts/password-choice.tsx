'use client'

import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { minPasswordLength } from '#lib/contracts/app/account-values.ts'

type PasswordChoiceProps = {
  /** The generated password that the form starts with. */
  generated: string
  /** Receives the password: empty while the person has yet to type one, undefined for an invitation. */
  onChange: (password: string | undefined) => void
  /** Offers an invitation, by which the person chooses the password. */
  canInvite?: boolean
  register: UseFormRegisterReturn
  error: string | undefined
}

const invitation = {
  value: 'invitation',
  label: 'Invite them to choose one',
  hint: 'By a mailed link, which works for 7 days. Without mail, the link is shown once, for you to pass on.',
}

/** Choice between an invitation, a generated password and a typed one. */
export function PasswordChoice({ generated, onChange, canInvite = false, register, error }: PasswordChoiceProps) {
  const [source, setSource] = useState('generated')
  const choose = (next: string) => {
    setSource(next)
    onChange(next === 'generated' ? generated : next === 'typed' ? '' : undefined)
  }
  return (
    <div className="flex flex-col gap-2">
      <RadioGroup
        legend="Password"
        name="password_source"
        value={source}
        onValueChange={choose}
        options={[
          ...(canInvite ? [invitation] : []),
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
