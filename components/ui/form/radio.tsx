'use client'

import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { ChoiceLabel, choiceBoxClass, choiceInputClass } from './choice-label.tsx'

type RadioProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode }

/** One native radio button with its label, used in a `FieldGroup`. */
export function Radio({ label, hint, className, ...props }: RadioProps) {
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
