'use client'

import { Check, Minus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { useHydrated } from '#components/ui/use-hydrated.ts'

type ChoiceProps = ComponentProps<'input'> & {
  /** Text beside the control; without it, set an `aria-label`. */
  label?: ReactNode
  hint?: ReactNode
}

type ChoiceLook = { frameClass: string; boxClass: string; mark: ReactNode }

const markClass = 'pointer-events-none absolute hidden size-3 text-on-accent'

export function Checkbox(props: ChoiceProps) {
  return (
    <Choice
      {...props}
      type="checkbox"
      frameClass="size-6"
      boxClass="size-4 rounded-sm peer-indeterminate:border-accent peer-indeterminate:bg-accent"
      mark={
        <>
          <Check
            aria-hidden="true"
            strokeWidth={3}
            className={`${markClass} peer-checked:block peer-indeterminate:hidden`}
          />
          <Minus aria-hidden="true" strokeWidth={3} className={`${markClass} peer-indeterminate:block`} />
        </>
      }
    />
  )
}

/** Switch with immediate effect. In a form that is submitted, use a `Checkbox`. */
export function Switch(props: ChoiceProps) {
  return (
    <Choice
      {...props}
      type="checkbox"
      role="switch"
      frameClass="h-6 w-8"
      boxClass="h-4.5 w-8 rounded-full"
      mark={
        <span className="pointer-events-none absolute left-1 size-2.5 rounded-full bg-line-strong transition-transform duration-100 peer-checked:translate-x-3.5 peer-checked:bg-on-accent" />
      }
    />
  )
}

export function Radio(props: ChoiceProps) {
  return (
    <Choice
      {...props}
      type="radio"
      frameClass="size-6"
      boxClass="size-4 rounded-full"
      mark={
        <span className="pointer-events-none absolute hidden size-1.5 rounded-full bg-on-accent peer-checked:block" />
      }
    />
  )
}

/** Native input, 24 px wide and transparent over the box that people see, with its label and the hint below it. */
function Choice({ label, hint, className, frameClass, boxClass, mark, ...props }: ChoiceProps & ChoiceLook) {
  const generated = useId()
  const controlId = props.id ?? generated
  const hintId = `${controlId}-hint`
  const control = (
    <span
      inert={!useHydrated()}
      className={cx('relative grid shrink-0 place-items-center', frameClass, label === undefined && className)}
    >
      <input
        {...props}
        id={controlId}
        aria-describedby={hint ? hintId : props['aria-describedby']}
        className="peer absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
      />
      <span
        className={cx(
          'pointer-events-none block border border-line-strong bg-surface transition-colors duration-100',
          'peer-hover:border-muted peer-checked:border-accent peer-checked:bg-accent peer-aria-invalid:border-danger',
          'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus',
          'peer-disabled:opacity-55',
          boxClass,
        )}
      />
      {mark}
    </span>
  )
  if (label === undefined) return control
  return (
    <div className={cx('grid w-fit max-w-full grid-cols-[auto_minmax(0,1fr)] gap-x-1.5 text-sm', className)}>
      <label htmlFor={controlId} className="col-span-2 grid grid-cols-subgrid items-start has-disabled:text-muted">
        {control}
        <span className="min-w-0 pt-0.5 wrap-anywhere">{label}</span>
      </label>
      {hint ? (
        <p id={hintId} className="col-start-2 text-xs text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  )
}
