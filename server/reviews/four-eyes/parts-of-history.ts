import { asc, eq, gt } from 'drizzle-orm'
import { reviewSteps } from '#lib/contracts/app/review-values.ts'
import type { ResolvedPerson } from '#server/people/resolve-people.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { type DatedPart, insertParts } from '#server/reviews/parts.ts'
import { changes } from '#server/schema/changes.ts'
import { reviews } from '#server/schema/reviews.ts'
import { type HistoryEntry, readHistory } from './history-of-changes.ts'

/** Number of changes whose parts are recorded together. */
const portion = 2_000

/** Records the parts that the history of all changes shows. */
export async function recordPartsOfHistory(db: Queryable): Promise<void> {
  const resolved = new Map<string, ResolvedPerson>()
  for await (const changes of readPortions(db)) {
    const parts = changes.flatMap(({ change, history }) => listParts(change, history))
    await insertParts(db, parts, resolved)
  }
}

type ChangeWithHistory = { readonly change: RecordedChange; readonly history: readonly HistoryEntry[] }

/** Reads all changes with their histories, some at a time. */
export async function* readPortions(db: Queryable): AsyncGenerator<ChangeWithHistory[]> {
  for (let last = ''; ; ) {
    const rows = await db
      .select({
        number: changes.number,
        reference: reviews.reference,
        assignedTo: changes.assignedTo,
        createdAt: changes.createdAt,
      })
      .from(changes)
      .leftJoin(reviews, eq(reviews.changeNumber, changes.number))
      .where(gt(changes.number, last))
      .orderBy(asc(changes.number))
      .limit(portion)
    const histories = await readHistory(db, rows)
    yield rows.map((change) => ({ change, history: histories.get(change.number) ?? [] }))
    if (rows.length < portion) return
    last = rows.at(-1)?.number ?? ''
  }
}

type RecordedChange = {
  readonly number: string
  readonly reference: string | null
  readonly assignedTo: string | null
  readonly createdAt: string
}

/** Lists the parts that the history of a change and its review shows, in the order of the acts. */
export function listParts(change: RecordedChange, history: readonly HistoryEntry[]): DatedPart[] {
  const { number: changeNumber } = change
  return [
    ...listFirstImplementers(change, history).map((person) => ({ kind: 'implemented' as const, person, at: null })),
    ...history.flatMap((entry) => listPartsOfEntry(entry).map((part) => ({ ...part, at: entry.at }))),
  ].flatMap(({ kind, person, at }) =>
    typeof person === 'string' ? [{ changeNumber, kind, person, since: at ?? change.createdAt }] : [],
  )
}

/**
 * Lists the implementers whom no entry names before: those that a write replaced, and the current one of a reviewed
 * change. That of a change without a review is in its record alone.
 */
function listFirstImplementers({ reference, assignedTo }: RecordedChange, history: readonly HistoryEntry[]): unknown[] {
  const named = history.flatMap(({ entity, action, changes }) =>
    entity === 'change' && action !== 'create' ? (changes.assigned_to ?? []) : [],
  )
  const written = new Set(named.map(({ to }) => to))
  const former = named.flatMap(({ from }) => (written.has(from) ? [] : [from]))
  return reference === null || written.has(assignedTo) ? former : [...former, assignedTo]
}

type PartOfPerson = { readonly kind: DatedPart['kind']; readonly person: unknown }

function listPartsOfEntry({ entity, action, actorKind, changes, person }: HistoryEntry): PartOfPerson[] {
  const fields = Object.keys(changes)
  const isOutcome = Object.entries(changes).some(([field, { from, to }]) => field.startsWith('pir_') && (from || to))
  const implementer = entity === 'change' && action !== 'create' ? changes.assigned_to?.to : null
  const parts: PartOfPerson[] = [
    { kind: 'implemented', person: implementer },
    { kind: 'reviewed', person: entity === 'review' ? changes.reviewer?.to : null },
  ]
  if (actorKind === 'import') return isOutcome ? [...parts, { kind: 'imported', person }] : parts
  if (actorKind === 'token') {
    const isCurrent = 'submitted_through' in changes || 'completed_through' in changes
    return isOutcome || isCurrent ? [...parts, { kind: 'issued_token', person }] : parts
  }
  if (entity === 'change') return parts
  parts.push(
    { kind: 'submitted', person: changes.submitted_by?.from },
    { kind: 'submitted', person: changes.submitted_by?.to },
    { kind: 'stated', person: changes.implementer?.to },
  )
  if (actorKind !== 'account') return parts
  const isWritten = fields.some((field) => reviewSteps.some((step) => field.startsWith(`${step}.`)))
  // The person who proposed an accepted answer wrote it too.
  parts.push({ kind: 'wrote', person: isWritten ? person : null }, { kind: 'wrote', person: changes.proposed_by?.to })
  if (changes.status?.to === 'completed' && !('signed_off_by' in changes)) parts.push({ kind: 'completed', person })
  if (changes.status?.to === 'awaiting_sign_off') parts.push({ kind: 'submitted', person })
  return parts
}
