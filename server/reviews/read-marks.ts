import type { TookPart } from '#lib/contracts/app/reviews.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { type Entry, readHistory } from './history-of-changes.ts'
import { listLive } from './open-marked-review.ts'
import type { Reviewed } from './review-lock.ts'
import { findPeople, type KnownPerson, takeParts } from './who-took-part.ts'

/** What is known of a change that was marked as reviewed without a completed review here. */
type Mark = {
  /** When it was last marked (ISO 8601). */
  readonly at: string
  /** The person who answers for the mark, as the one who completes a review does; null for a connection or a command. */
  readonly person: KnownPerson | null
  readonly history: readonly Entry[]
  readonly took: TookPart
}

/** The marks of changes that were live, by their numbers; a record of the past was reviewed elsewhere. */
export async function readMarks(db: Queryable, marked: readonly Reviewed[]): Promise<ReadonlyMap<string, Mark>> {
  const live = await listLive(
    db,
    marked.map(({ change }) => change.number),
  )
  const changes = marked.flatMap(({ row, change: { number, assigned_to } }) =>
    live.has(number) ? [{ number, reference: row?.reference ?? null, assigned_to }] : [],
  )
  const histories = await readHistory(db, changes)
  const known = changes.map((change) => ({ change, history: histories.get(change.number) ?? [] }))
  const took = await takeParts(db, known)
  const marks = known.flatMap(({ change, history }, index) => {
    const [entry, parts] = [history.findLast(isMarking), took[index]]
    // Who reviewed it elsewhere is not known here, so that an unknown implementer says nothing about them.
    return entry && parts ? [{ number: change.number, entry, history, took: { ...parts, unstated: [] } }] : []
  })
  const people = await findPeople(
    db,
    marks.flatMap(({ entry }) => entry.person ?? []),
  )
  return new Map(
    marks.map(({ number, entry, ...mark }) => {
      return [number, { ...mark, at: entry.at, person: people.get(entry.person ?? '') ?? null }]
    }),
  )
}

/** The entry of a change that an import brought marked does not name the mark. */
const isMarking = ({ entity, action, changes }: Entry) =>
  entity === 'change' && (action === 'create' || changes.pir_completed?.to === true)
