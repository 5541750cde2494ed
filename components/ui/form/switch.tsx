'use client'

import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { ChoiceLabel, choiceBoxClass, choiceInputClass } from './choice-label.tsx'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & { label: ReactNode; hint?: ReactNode }

/** Switch with immediate effect. In a form that is submitted, use a `Checkbox`. */
export function Switch({ label, hint, className, ...props }: SwitchProps) {
  const generated = useId()
  const controlId = props.id ?? generated
  const hintId = `${controlId}-hint`
  const control = (
    <span inert={!useHydrated()} className="relative grid h-6 w-8 shrink-0 place-items-center">
      <input
        {...props}
        id={controlId}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox has its checked state by itself
        role="switch"
        aria-describedby={hint ? hintId : props['aria-describedby']}
        className={choiceInputClass}
      />
      <span className={cx(choiceBoxClass, 'h-4.5 w-8 rounded-full')} />
      <span className="pointer-events-none absolute left-1 size-2.5 rounded-full bg-line-strong transition-transform duration-100 peer-checked:translate-x-3.5 peer-checked:bg-on-accent" />
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
