import type { HistoryEvent } from '#lib/contracts/app/history.ts'
import { humaniseKey } from '#lib/domain/humanise-key.ts'

/** One written field of an entry. */
export type FieldChange = { field: string; label: string; from: unknown; to: unknown }

const ownLabels: Readonly<Record<string, string>> = { session_version: 'Sessions', is_disabled: 'Disabled' }

/** The written fields of an entry in its order; the path of a field within a form is spelled out. */
export const fieldChangesOf = ({ changes }: Pick<HistoryEvent, 'changes'>): FieldChange[] =>
  Object.entries(changes).map(([field, { from, to }]) => ({ field, label: labelOf(field), from, to }))

const labelOf = (field: string): string =>
  ownLabels[field] ?? field.split('.').filter(Boolean).map(humaniseKey).join(' › ')

/** Whether a value is a few plain words, or nothing, to be written beside another; a link is neither. */
export const isShortValue = (value: unknown): boolean =>
  isBlank(value) || (typeof value !== 'object' && /^(?!https?:).{1,80}$/.test(String(value)))

/** Whether there is nothing to read in a value. */
export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const mostNamed = 3

/** The fields of an entry in a line: `Role, Sessions`, `Title, Owner, Status and 2 more`. */
export function nameFields(fields: readonly FieldChange[]): string {
  const named = fields.slice(0, mostNamed).map(({ label }) => label)
  const left = fields.length - named.length
  return left > 0 ? `${named.join(', ')} and ${left} more` : named.join(', ')
}
