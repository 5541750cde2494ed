import type { ReactNode } from 'react'
import { cx } from '#components/ui/class-names.ts'

/** Classes of the native input, which is 24 px wide and transparent; people see the box beside it. */
export const choiceInputClass = 'peer absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed'

export const choiceBoxClass =
  'pointer-events-none block border border-line-strong bg-surface transition-colors duration-100 ' +
  'peer-hover:border-muted peer-checked:border-accent peer-checked:bg-accent ' +
  'peer-aria-invalid:border-danger ' +
  'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus ' +
  'peer-disabled:opacity-55'

type ChoiceLabelProps = {
  control: ReactNode
  label: ReactNode
  hint?: ReactNode
  hintId: string
  controlId: string
  className?: string | undefined
}

/** Label beside a checkbox, radio button or switch, with the hint below it. */
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
