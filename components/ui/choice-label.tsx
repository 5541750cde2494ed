import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

type ChoiceLabelProps = {
  control: ReactNode
  label: ReactNode
  hint?: ReactNode
  hintId: string
  controlId: string
  className?: string | undefined
}

/** The label beside a checkbox, radio button or switch, and the hint below it. */
export function ChoiceLabel({ control, label, hint, hintId, controlId, className }: ChoiceLabelProps) {
  return (
    <div className={cx('w-fit max-w-full text-sm', className)}>
      <label htmlFor={controlId} className="flex items-start gap-1.5 has-disabled:text-muted">
        {control}
        <span className="min-w-0 pt-0.5">{label}</span>
      </label>
      {hint ? (
        <p id={hintId} className="ml-7.5 text-xs text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  )
}
