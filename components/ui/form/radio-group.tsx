'use client'

import { type ComponentProps, type ReactNode, useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { cx } from '#components/ui/class-names.ts'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { ChoiceLabel, choiceBoxClass, choiceInputClass } from './choice-label.tsx'
import { FieldGroup } from './field-group.tsx'

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

type RadioProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode }

/** One native radio button with its label, used in a `FieldGroup`. */
function Radio({ label, hint, className, ...props }: RadioProps) {
  const generated = useId()
  const controlId = props.id ?? generated
  const hintId = `${controlId}-hint`
  const control = (
    <span inert={!useHydrated()} className="relative grid size-6 shrink-0 place-items-center">
      <input
        {...props}
        id={controlId}
        type="radio"
        aria-describedby={hint ? hintId : props['aria-describedby']}
        className={choiceInputClass}
      />
      <span className={cx(choiceBoxClass, 'size-4 rounded-full')} />
      <span className="pointer-events-none absolute hidden size-1.5 rounded-full bg-on-accent peer-checked:block" />
    </span>
  )
  return (
    <ChoiceLabel
      control={control}
      label={label}
      hint={hint}
      hintId={hintId}
      controlId={controlId}
      className={className}
    />
  )
}
