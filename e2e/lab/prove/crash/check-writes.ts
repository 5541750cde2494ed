import { unless } from '#e2e/lab/prove/claim.ts'
import { replayHistory } from '#server/history/replay-history.ts'
import type { Database } from '#server/platform/db/client.ts'
import { auditEvents } from '#server/schema/history.ts'
import { improvements } from '#server/schema/improvements.ts'
import { reviews, reviewVersions } from '#server/schema/reviews.ts'
import type { Acknowledgement } from './write-mixed.ts'

export type Writes = {
  readonly acknowledged: readonly Acknowledgement[]
  /** Ids of all write requests. */
  readonly sent: ReadonlySet<string>
  /** The faults of the history before the attack: it does not lead to records that were inserted without it. */
  readonly faultsBefore: readonly string[]
}

/** Lost acknowledged writes and incomplete other writes; empty if there are none. */
export async function checkWrites(db: Database, written: Writes): Promise<string[]> {
  // Each acknowledged write is in the history, which leads to what each record says now: none of them is lost.
  const { faults } = await replayHistory(db)
  return [
    ...(await checkHistory(db, written)),
    ...faults.filter((fault) => !written.faultsBefore.includes(fault)),
    ...(await checkKeys(db, written)),
    ...(await checkVersions(db)),
  ]
}

/** Checks that a request has one event for each record it wrote, and that no request wrote only a part. */
async function checkHistory(db: Database, { acknowledged, sent }: Writes): Promise<string[]> {
  const events = await db.select().from(auditEvents)
  const byRequest = Map.groupBy(events, ({ requestId }) => requestId)
  const getShape = (requestId: string) =>
    (byRequest.get(requestId) ?? [])
      .map(({ entityType, action }) => `${entityType} ${action}`)
      .toSorted()
      .join(', ')
  const shapes = new Map<string, string>()
  const faults: string[] = []
  for (const { kind, requestId, record } of acknowledged) {
    // A repeated POST returns what another request wrote.
    if (kind === 'improvement') continue
    const shape = getShape(requestId)
    // The policy decides only at the first completion of a review.
    const group = `${kind}${shape.includes('policy_decision') ? ' with its decision' : ''}`
    const known = shapes.get(group) ?? shape
    shapes.set(group, known)
    if (shape === '') faults.push(`LOST: ${kind} of ${record} (request ${requestId}) has no history`)
    else if (shape !== known) faults.push(`${kind} of ${record} wrote the history ${shape}, others ${known}`)
  }
  const whole = new Set(shapes.values()).add('improvement create')
  const written = [...sent].filter((requestId) => byRequest.has(requestId))
  return [
    ...faults,
    ...written.flatMap((id) => unless(whole.has(getShape(id)), `the request ${id} is incomplete: ${getShape(id)}`)),
  ]
}

/** Checks that each acknowledged key created one improvement, whose title is the key. */
async function checkKeys(db: Database, { acknowledged }: Writes): Promise<string[]> {
  const stored = Map.groupBy(await db.select().from(improvements), ({ title }) => title)
  const keys = acknowledged.filter(({ kind }) => kind === 'improvement').map(({ record }) => record)
  return keys.flatMap((key) => {
    const { length } = stored.get(key) ?? []
    return unless(length === 1, `${length === 0 ? 'LOST: ' : ''}${length} improvements of the key ${key}`)
  })
}

/** Checks that each review has a version for each of its completions. */
async function checkVersions(db: Database): Promise<string[]> {
  const versions = Map.groupBy(await db.select().from(reviewVersions), ({ reference }) => reference)
  const completed = await db.select().from(reviews)
  return completed.flatMap(({ reference, completions }) => {
    const { length } = versions.get(reference) ?? []
    return unless(length === completions, `${reference} was completed ${completions} times and has ${length} versions`)
  })
}
