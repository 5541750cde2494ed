/** Fields of records that follow from the history, by kind of record; the columns of their tables have the same names. */
export const replayedFields = {
  change: `title state type risk planned_start planned_end actual_start actual_end assigned_to requested_by
    assignment_group approved_by approved_at close_code is_unauthorized pir_completed pir_reference pir_outcome
    pir_date objective parent`.split(/\s+/),
  incident: `short_description priority state opened_at resolved_at related_change caused_by_change
    affected_service`.split(/\s+/),
  review: ['status', 'reviewer', 'due_on', 'needs_sign_off', 'submitted_by'],
  improvement: ['title', 'owner', 'target_date', 'status', 'priority', 'category'],
} as const

export type ReplayedKind = keyof typeof replayedFields

/** The field that the creation of a record states if it states every field that has a value. */
export const markOfWhole = {
  change: 'is_unauthorized',
  incident: 'state',
  review: 'needs_sign_off',
  improvement: 'status',
} as const satisfies Readonly<Record<ReplayedKind, string>>

/** The pseudonym that an erasure writes in place of a person, as a pattern of PostgreSQL and JavaScript. */
export const pseudonymPattern = '^(Person [0-9a-f]{12}|person-[0-9a-f]{12}@erased[.]invalid)$'

type FieldChanges = Readonly<Record<string, { readonly from?: unknown; readonly to?: unknown }>>

/**
 * What entries leave of a field: each takes away the value that it replaces and adds the new one, so that the order of
 * the entries does not matter. Null if no entry has the field.
 */
export function listStanding(entries: readonly FieldChanges[], field: string): string[] | null {
  const changes = entries.flatMap((entry) => entry[field] ?? [])
  if (changes.length === 0) return null
  const counts = new Map<string, number>()
  const count = (value: unknown, by: number) => {
    if (value !== null && value !== undefined) counts.set(String(value), (counts.get(String(value)) ?? 0) + by)
  }
  for (const { from, to } of changes) {
    count(from, -1)
    count(to, 1)
  }
  return [...counts].flatMap(([value, times]) => Array.from({ length: Math.max(0, times) }, () => value))
}
