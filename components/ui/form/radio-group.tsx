'use client'

import { type ReactNode, useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { FieldGroup } from './field-group.tsx'
import { Radio } from './radio.tsx'

type RadioGroupProps = {
  legend: ReactNode
  options: readonly { value: string; label: ReactNode; hint?: ReactNode; disabled?: boolean }[]
  /** Result of `register('outcome')`. With a `Controller`, pass `value` and `onValueChange` instead. */
  register?: UseFormRegisterReturn
  name?: string
  value?: string | null
  onValueChange?: (value: string) => void
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  disabled?: boolean
  inline?: boolean
  aside?: ReactNode
  className?: string
}

/** Choice between a few visible options. */
export function RadioGroup({ options, register, name, value, onValueChange, ...group }: RadioGroupProps) {
  const generated = useId()
  const groupName = register?.name ?? name
  const controlled = onValueChange
    ? (option: string) => ({ checked: value === option, onChange: () => onValueChange(option) })
    : () => ({})
  return (
    <FieldGroup {...group} {...(groupName ? { name: groupName } : {})}>
      {options.map((option) => (
        <Radio
          key={option.value}
          label={option.label}
          hint={option.hint}
          value={option.value}
          disabled={option.disabled}
          name={groupName ?? generated}
          {...register}
          {...controlled(option.value)}
        />
      ))}
    </FieldGroup>
  )
}
