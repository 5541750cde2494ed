import { LinkedText } from '#components/ui/text/linked-text.tsx'
import { renderParts } from '#components/ui/text/render-parts.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import type { Piece } from '#lib/actions/action.ts'
import { upperFirst } from '#lib/text/first-letter.ts'
import { type FieldChange, isHidden } from './field-change.ts'
import { isBlank } from './value-labels.ts'

/** Matches a number such as `PIR-2026-0042`, which must not wrap. */
const isNumber = /^[A-Z][\w-]{3,23}$/

/** The pieces of a sentence. Records are links; times are in the reader's zone. */
export function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return renderParts(pieces, (piece) => {
    if (typeof piece === 'string') return <LinkedText text={piece} />
    if ('instant' in piece) return <DateTime value={piece.instant} />
    if (piece.href === undefined) return piece.record
    return (
      <TextLink href={piece.href} className={isNumber.test(piece.record) ? 'whitespace-nowrap' : ''}>
        {piece.record}
      </TextLink>
    )
  })
}

const maxShown = 3

/** Up to three short changes that the sentence leaves out, such as `Evidence: Rehearsed on a copy`. */
export function ShortChanges({ fields }: { fields: readonly FieldChange[] }) {
  const short = fields.filter((field) => field.before !== null && field.after !== null && !isHidden(field))
  if (short.length === 0) return null
  return (
    <ul className="col-span-2 mt-0.5 text-xs text-muted">
      {short.slice(0, maxShown).map((field) => (
        <li key={field.field} className="break-words">
          <LinkedText text={upperFirst(field.noun)} />: <ShortDifference change={field} />
        </li>
      ))}
    </ul>
  )
}

/** A value before and after, `Open → Done`; only the new one if there was none before. */
export function ShortDifference({ change: { from, before, after } }: { change: FieldChange }) {
  if (before === null || after === null) return null
  if (isBlank(from)) return <Pieces pieces={after} />
  return (
    <>
      <Pieces pieces={before} />
      <span aria-hidden="true">{' → '}</span>
      <span className="sr-only"> changed to </span>
      <Pieces pieces={after} />
    </>
  )
}
