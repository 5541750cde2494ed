import { inArray, sql } from 'drizzle-orm'
import { reviewActions } from '#lib/actions/review-actions.ts'
import type { Participation } from '#lib/contracts/app/reviews.ts'
import { whySignOffRequired } from '#lib/domain/four-eyes/four-eyes.ts'
import { describeReason } from '#lib/domain/policy/change-words.ts'
import type { VersionedChange } from '#server/changes/queries.ts'
import { selectEntries } from '#server/history/entries-of-record.ts'
import { findPeople, type PersonWithAccount } from '#server/people/resolve-people.ts'
import { listDifferences, recordEvent } from '#server/platform/audit/record-event.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { type Evaluation, readEvaluation } from '#server/reviews/four-eyes/evaluate-review.ts'
import { type HistoryEntry, readHistory } from '#server/reviews/four-eyes/history-of-changes.ts'
import type { ChangeWithReview } from '#server/reviews/locked-review.ts'
import { openReview } from '#server/reviews/open-review.ts'
import { readParticipations, resolveAllParticipants } from '#server/reviews/parts.ts'
import { buildForms, type ReviewRow } from '#server/reviews/queries.ts'
import { changes } from '#server/schema/changes.ts'

/** Actor that opens a review because its change needs a sign-off. */
export const policyActor = { kind: 'system', id: 'decide-reviews', name: 'Hindsight' } as const

/**
 * SQL that is true for a change that was live: it did not arrive by import as a finished record, which another system
 * had already reviewed. Its state changed in Hindsight, or a session or an API token registered it, even if late or if
 * it was deleted since, as by the undo of its import. A stub, which stands for a change that somebody names, does not
 * count. `change` is the name of its row, stored or about to be.
 */
export const wasLiveSql = (change: string): string =>
  `(${change}.state <> 'closed' or exists (select from ${selectEntries("'change'", `${change}.number`)} e
    where e.action = 'update' and e.changes -> 'state' is not null
      or e.action = 'delete' and e.changes #>> '{state,from}' <> 'closed'
      or e.actor_kind in ('account', 'token') and (e.action = 'create' or e.changes -> 'is_stub' is not null)
        and e.changes #>> '{is_stub,to}' is distinct from 'true'))`

/** Returns the numbers of these changes that were live. */
async function listLive(db: Queryable, numbers: readonly string[]): Promise<ReadonlySet<string>> {
  if (numbers.length === 0) return new Set()
  const rows = await db
    .select({ number: changes.number })
    .from(changes)
    .where(sql`${inArray(changes.number, [...numbers])} and ${sql.raw(wasLiveSql('changes'))}`)
  return new Set(rows.map(({ number }) => number))
}

/** Mark of a change as reviewed, without a review completed in Hindsight. */
type ReviewedMark = {
  /** Time of the last mark (ISO 8601). */
  readonly at: string
  /** Person responsible for the mark, as for a completion; null for a connection or a command. */
  readonly person: PersonWithAccount | null
  readonly history: readonly HistoryEntry[]
  readonly participation: Participation
}

/** Reads the marks of changes that were live, by their numbers. Other changes were reviewed in another system. */
export async function readMarks(
  db: Queryable,
  marked: readonly ChangeWithReview[],
): Promise<ReadonlyMap<string, ReviewedMark>> {
  const live = await listLive(
    db,
    marked.map(({ change }) => change.number),
  )
  const changes = marked.flatMap(({ row, change: { number, assigned_to } }) =>
    live.has(number)
      ? [{ number, reference: row?.reference ?? null, reviewer: row?.reviewer ?? null, assigned_to }]
      : [],
  )
  const histories = await readHistory(db, changes)
  const participations = await resolveAllParticipants(db, await readParticipations(db, changes))
  const marks = changes.flatMap(({ number }) => {
    const history = histories.get(number) ?? []
    const entry = history.findLast(isMarking)
    const participation = participations.get(number)
    // The reviewer in another system is unknown, so an unknown implementer says nothing about them.
    return entry && participation ? [{ number, entry, history, participation: { ...participation, unstated: [] } }] : []
  })
  const people = await findPeople(
    db,
    marks.flatMap(({ entry }) => entry.person ?? []),
  )
  return new Map(
    marks.map(({ number, entry, history, participation }) => {
      const person = people.get(entry.person ?? '') ?? null
      return [number, { at: entry.at, person, history, participation }]
    }),
  )
}

/** True if an entry marks a change as reviewed. An import that creates a change as marked does not list the mark. */
const isMarking = ({ entity, action, changes }: HistoryEntry) =>
  entity === 'change' && (action === 'create' || changes.pir_completed?.to === true)

/**
 * Opens the review of a change that a token or an import marked as reviewed before it had one, if a sign-off is
 * required: by the policy, or because the person behind the token or import took part in the change. Returns null if
 * none is required, since the change was reviewed elsewhere. The change must be locked and have no review.
 */
export async function openRequiredReview(ctx: TxContext, change: VersionedChange): Promise<ReviewRow | null> {
  const mark = (await readMarks(ctx.db, [{ row: null, change }])).get(change.number)
  if (!mark) return null
  const { history, participation, person } = mark
  const row = { createdAt: ctx.now.toISOString() }
  const { owed, owedSignOff } = await readEvaluation(ctx.db, { row, change, forms: buildForms(change, []), history })
  const reason = whySignOffRequired({ participation, reviewer: null, person, isRequired: owedSignOff !== null })
  return reason === null ? null : openMarkedReview(ctx, change, owed)
}

/**
 * Opens the review of a change that was marked as reviewed before it had one, because the policy requires a sign-off
 * for it. The change must be locked and have no review.
 */
export async function openMarkedReview(
  ctx: TxContext,
  change: VersionedChange,
  owed: Evaluation['owed'] = null,
): Promise<ReviewRow> {
  const at = ctx.now.toISOString()
  const row = await openReview(ctx, change, {
    status: 'not_started',
    reviewer: null,
    form: owed?.form ?? 'full',
    reasons: [...(owed?.reasons ?? [])],
    needsSignOff: true,
    origin: 'policy',
    createdAt: at,
    updatedAt: at,
  })
  const reasons = row.reasons.map(describeReason)
  const auditFields = { change_number: change.number, status: row.status, needs_sign_off: true, reasons }
  await recordEvent(
    { ...ctx, actor: policyActor },
    reviewActions.create,
    row.reference,
    listDifferences({}, auditFields),
  )
  return row
}
