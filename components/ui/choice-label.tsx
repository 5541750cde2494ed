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
    <div className={cx('grid w-fit max-w-full grid-cols-[auto_minmax(0,1fr)] gap-x-1.5 text-sm', className)}>
      <label htmlFor={controlId} className="col-span-2 grid grid-cols-subgrid items-start has-disabled:text-muted">
        {control}
        <span className="min-w-0 pt-0.5">{label}</span>
      </label>
      {hint ? (
        <p id={hintId} className="col-start-2 text-xs text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  )
}
