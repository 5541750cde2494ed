import { and, eq, inArray } from 'drizzle-orm'
import { unless } from '#e2e/lab/prove/claim.ts'
import type { Database } from '#server/platform/db/client.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { improvements } from '#server/schema/improvements.ts'
import { reviewSteps, reviews, reviewVersions } from '#server/schema/reviews.ts'
import type { Acknowledgement } from './write-mixed.ts'

type AuditEntry = typeof auditEvents.$inferSelect

export type Writes = {
  readonly patched: readonly string[]
  /** Numbers of the changes whose review is saved, completed and reopened. */
  readonly saved: readonly string[]
  readonly completed: readonly string[]
  readonly acknowledged: readonly Acknowledgement[]
  /** Ids of all write requests. */
  readonly sent: ReadonlySet<string>
}

/** Lost acknowledged writes and incomplete other writes; empty if there are none. */
export async function checkWrites(db: Database, written: Writes): Promise<string[]> {
  const events = await db.select().from(auditEvents)
  return [
    ...checkHistory(events, written),
    ...(await checkPatches(db, events, written)),
    ...(await checkImprovements(db, events, written)),
    ...(await checkSteps(db, events, written)),
    ...(await checkCompletions(db, events, written)),
  ]
}

/**
 * Checks that an acknowledged request has one event for each record it wrote, and that no request wrote only a part.
 */
function checkHistory(events: readonly AuditEntry[], { acknowledged, sent }: Writes): string[] {
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

const toLinks = (events: readonly AuditEntry[], record: string, field: string) =>
  events
    .filter(({ entityId }) => entityId === record)
    .flatMap(({ changes: changed }) => (changed[field] ? [changed[field]] : []))

/** A field that was written again and again: its first value, if that is known, and its last one. */
type Field = { readonly record: string; readonly first?: null; readonly last: unknown }

/** Checks that the history of a field has every acknowledged value, and leads from the first value to the last one. */
function checkField(links: ReturnType<typeof toLinks>, field: Field, acknowledged: Writes['acknowledged']): string[] {
  const { record, first, last } = field
  const reached = new Set(links.map(({ to }) => to))
  const lost = acknowledged.filter((write) => write.record === record && !reached.has(write.value))
  const key = (value: unknown) => JSON.stringify(value ?? null)
  const next = new Map(links.map(({ from, to }) => [key(from), to]))
  let value = first === null ? null : links.find(({ from }) => !reached.has(from))?.from
  let steps = 0
  for (; steps < links.length && next.has(key(value)); steps += 1) value = next.get(key(value))
  const isWhole = steps === links.length
  return [
    ...lost.map((write) => `LOST: ${write.value} of ${record}`),
    ...unless(isWhole, `the history of ${record} has ${links.length} events, of which ${steps} are connected`),
    ...unless(!isWhole || key(value) === key(last), `${record} holds ${last}, its history ends with ${value}`),
  ]
}

const ofKind = ({ acknowledged }: Writes, kind: Acknowledgement['kind']) =>
  acknowledged.filter((write) => write.kind === kind)

async function checkPatches(db: Database, events: readonly AuditEntry[], written: Writes) {
  const isPatched = inArray(changes.number, [...written.patched])
  const rows = await db.select().from(changes).where(isPatched)
  return rows.flatMap(({ number, pirReference, version }) => {
    const links = toLinks(events, number, 'pir_reference')
    const field = { record: number, first: null, last: pirReference }
    return [
      ...checkField(links, field, ofKind(written, 'patch')),
      ...unless(version === links.length + 1, `${number} has version ${version} after ${links.length} events`),
    ]
  })
}

async function checkImprovements(db: Database, events: readonly AuditEntry[], written: Writes) {
  const keys = ofKind(written, 'improvement').map(({ value }) => value)
  const sources = [...new Set(keys.map((key) => key.slice(0, key.lastIndexOf('-'))))]
  const rows = await db.select().from(improvements).where(inArray(improvements.sourceRef, sources))
  const byTitle = Map.groupBy(rows, ({ title }) => title)
  const creations = events.filter(({ entityType, action }) => entityType === 'improvement' && action === 'create')
  const created = Map.groupBy(creations, ({ entityId }) => entityId)
  return [
    ...keys.flatMap((key) => unless(byTitle.has(key), `LOST: the improvement of the key ${key}`)),
    ...[...byTitle].flatMap(([key, same]) => unless(same.length === 1, `${same.length} improvements of key ${key}`)),
    ...rows.flatMap(({ id, title }) => {
      const count = created.get(id)?.length ?? 0
      return unless(count === 1, `the improvement ${title} has ${count} events of its creation`)
    }),
  ]
}

async function checkSteps(db: Database, events: readonly AuditEntry[], written: Writes) {
  const rows = await db
    .select({
      reference: reviews.reference,
      step: reviewSteps.step,
      form: reviewSteps.form,
      version: reviewSteps.version,
    })
    .from(reviewSteps)
    .innerJoin(reviews, eq(reviews.reference, reviewSteps.reference))
    .where(and(inArray(reviews.changeNumber, [...written.saved]), eq(reviewSteps.step, 'improvements')))
  return rows.flatMap(({ reference, form, version }) => {
    const links = toLinks(events, reference, 'improvements.notes')
    const field = { record: reference, last: form.notes }
    return [
      ...checkField(links, field, ofKind(written, 'step')),
      ...unless(version >= links.length, `${reference} has version ${version} after ${links.length} events`),
    ]
  })
}

async function checkCompletions(db: Database, events: readonly AuditEntry[], written: Writes) {
  const rows = await db
    .select({ review: reviews, change: changes })
    .from(reviews)
    .innerJoin(changes, eq(changes.number, reviews.changeNumber))
    .where(inArray(reviews.changeNumber, [...written.completed]))
  const versions = await db.select().from(reviewVersions)
  return rows.flatMap(({ review: { reference, status, completions }, change: { number, state, pirCompleted } }) => {
    const stored = versions.filter((version) => version.reference === reference).length
    const done = toLinks(events, reference, 'status').filter(({ to }) => to === 'completed').length
    const acknowledged = ofKind(written, 'completion').filter(({ record }) => record === reference).length
    const decisions = events.filter(({ entityType, action, entityId }) => {
      return entityType === 'policy_decision' && action === 'create' && entityId === number
    }).length
    const isSame = pirCompleted === (status === 'completed')
    const isClosed = completions === 0 || state === 'closed'
    return [
      ...unless(isSame, `${reference} is ${status}, its change has pir_completed ${pirCompleted}`),
      ...unless(isClosed, `${reference} was completed, its change is in state ${state}`),
      ...unless(stored === completions, `${reference} was completed ${completions} times and has ${stored} versions`),
      ...unless(done === completions, `${reference} was completed ${completions} times, ${done} by its history`),
      ...unless(acknowledged <= completions, `LOST: ${acknowledged - completions} completions of ${reference}`),
      ...unless(decisions <= 1, `the policy decided ${decisions} times on the change of ${reference}`),
    ]
  })
}
