'use client'

import { Check, Minus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useCallback, useId } from 'react'
import { cx } from '#components/ui/class-names.ts'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { ChoiceLabel, choiceBoxClass, choiceInputClass } from './choice-label.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** Text beside the box; without it, set an `aria-label`. */
  label?: ReactNode
  hint?: ReactNode
  /** True if some but not all of the represented items are selected. */
  indeterminate?: boolean
}

const markClass = 'pointer-events-none absolute hidden size-3 text-on-accent'

/** Native checkbox, so that `register` and plain forms work with it. */
export function Checkbox({ label, hint, indeterminate = false, className, ref, ...props }: CheckboxProps) {
  const generated = useId()
  const controlId = props.id ?? generated
  const hintId = `${controlId}-hint`
  const isHydrated = useHydrated()
  const attach = useCallback(
    (input: HTMLInputElement | null) => {
      if (input) input.indeterminate = indeterminate
      if (typeof ref === 'function') return ref(input)
      if (ref) ref.current = input
    },
    [ref, indeterminate],
  )
  const control = (
    <span
      inert={!isHydrated}
      className={cx('relative grid size-6 shrink-0 place-items-center', label === undefined && className)}
    >
      <input
        {...props}
        id={controlId}
        ref={attach}
        type="checkbox"
        aria-describedby={hint ? hintId : props['aria-describedby']}
        className={choiceInputClass}
      />
      <span
        className={cx(
          choiceBoxClass,
          'size-4 rounded-sm peer-indeterminate:border-accent peer-indeterminate:bg-accent',
        )}
      />
      <Check
        aria-hidden="true"
        strokeWidth={3}
        className={cx(markClass, 'peer-checked:block peer-indeterminate:hidden')}
      />
      <Minus aria-hidden="true" strokeWidth={3} className={cx(markClass, 'peer-indeterminate:block')} />
    </span>
  )
  if (label === undefined) return control
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
