import { useId } from 'react'
import { cx } from '#components/ui/class-names.ts'

type SegmentsProps<Value extends string> = {
  labelledBy: string
  labels: Readonly<Record<Value, string>>
  value: Value | null
  onChange: (value: Value) => void
  /** The colours of the chosen segment. */
  chosenClass: (value: Value) => string
}

/** Radio buttons in one row, for rows of a table. */
export function Segments<Value extends string>({ labelledBy, labels, value, ...props }: SegmentsProps<Value>) {
  const id = useId()
  return (
    <div role="radiogroup" aria-labelledby={labelledBy} className="flex shrink-0 rounded-md border border-line-strong">
      {(Object.keys(labels) as Value[]).map((choice) => (
        <label
          key={choice}
          className={cx(
            'relative flex h-7 cursor-pointer items-center border-line-strong px-2.5 text-xs font-medium not-first:border-l first:rounded-l-[5px] last:rounded-r-[5px] pointer-coarse:h-9',
            'has-focus-visible:z-1 has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus',
            value === choice ? props.chosenClass(choice) : 'text-muted hover:bg-sunken hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={id}
            value={choice}
            checked={value === choice}
            onChange={() => props.onChange(choice)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {labels[choice]}
        </label>
      ))}
    </div>
  )
}
