import type { HistoryEvent } from '#lib/contracts/app/history.ts'
import { humaniseKey } from '#lib/domain/humanise-key.ts'

/** One changed field of an entry. */
export type FieldChange = { field: string; label: string; from: unknown; to: unknown }

const fieldLabels: Readonly<Record<string, string>> = { session_version: 'Sessions', is_disabled: 'Disabled' }

/** The changed fields of an entry; a path such as `plan.notes` becomes “Plan › Notes”. */
export const fieldChangesOf = ({ changes }: Pick<HistoryEvent, 'changes'>): FieldChange[] =>
  Object.entries(changes).map(([field, { from, to }]) => ({ field, label: labelOf(field), from, to }))

const labelOf = (field: string): string =>
  fieldLabels[field] ?? field.split('.').filter(Boolean).map(humaniseKey).join(' › ')

/** Whether a value is short enough to be shown inline; links are not. */
export const isShortValue = (value: unknown): boolean =>
  isBlank(value) || (typeof value !== 'object' && /^(?!https?:).{1,80}$/.test(String(value)))

export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const maxNamed = 3

/** A summary such as `Role, Sessions` or `Title, Owner, Status and 2 more`. */
export function nameFields(fields: readonly FieldChange[]): string {
  const named = fields.slice(0, maxNamed).map(({ label }) => label)
  const left = fields.length - named.length
  return left > 0 ? `${named.join(', ')} and ${left} more` : named.join(', ')
}
