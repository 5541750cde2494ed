import type { ReactNode } from 'react'
import { DateTime } from '#components/ui/date-time.tsx'
import { Day } from '#components/ui/day.tsx'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import { type FieldChange, isBlank } from './field-change.ts'

const hidden = '(hidden)'

/** The old and new value of a short field; only the new value if there was none before. */
export function ShortDifference({ change: { field, from, to } }: { change: FieldChange }) {
  if (from === hidden && to === hidden) return 'Changed (hidden)'
  if (field === 'session_version') return 'All ended'
  if (isBlank(from)) return <ShortValue value={to} />
  return (
    <>
      <del className="text-muted decoration-line-strong">
        <ShortValue value={from} />
      </del>
      <span aria-hidden="true" className="text-muted">
        {' → '}
      </span>
      <VisuallyHidden> changed to </VisuallyHidden>
      <ins className="font-medium no-underline">
        <ShortValue value={to} />
      </ins>
    </>
  )
}

/** A short value; dates and times in the reader's zone. */
function ShortValue({ value }: { value: unknown }): ReactNode {
  if (isBlank(value)) return <span className="text-muted italic">empty</span>
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const text = String(value)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return <DateTime value={text} />
  return /^\d{4}-\d\d-\d\d$/.test(text) ? <Day value={text} /> : text
}
