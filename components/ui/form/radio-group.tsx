'use client'

import { type ComponentProps, type ReactNode, useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Radio } from './checkbox.tsx'
import { FieldGroup } from './field.tsx'

type RadioGroupProps = Omit<ComponentProps<typeof FieldGroup>, 'children'> & {
  options: readonly { value: string; label: ReactNode; hint?: ReactNode; disabled?: boolean }[]
  /** Result of `register('outcome')`. With a `Controller`, pass `value` and `onValueChange` instead. */
  register?: UseFormRegisterReturn
  value?: string | null
  onValueChange?: (value: string) => void
}

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
          {...option}
          name={groupName ?? generated}
          {...register}
          {...controlled(option.value)}
        />
      ))}
    </FieldGroup>
  )
}
