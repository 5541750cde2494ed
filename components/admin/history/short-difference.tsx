import type { ReactNode } from 'react'
import { DateTime } from '#components/ui/date-time.tsx'
import { Day } from '#components/ui/day.tsx'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import { type FieldChange, isBlank } from './field-change.ts'

const hidden = '(hidden)'

/** What a field of few words was and what it became; of a new record only what it is. */
export function ShortDifference({ change: { field, from, to } }: { change: FieldChange }) {
  if (from === hidden && to === hidden) return 'Changed; not shown'
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
      <VisuallyHidden> became </VisuallyHidden>
      <ins className="font-medium no-underline">
        <ShortValue value={to} />
      </ins>
    </>
  )
}

/** A value of few words; dates and moments as the reader writes them. */
function ShortValue({ value }: { value: unknown }): ReactNode {
  if (isBlank(value)) return <span className="text-muted italic">nothing</span>
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const text = String(value)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return <DateTime value={text} />
  return /^\d{4}-\d\d-\d\d$/.test(text) ? <Day value={text} /> : text
}
