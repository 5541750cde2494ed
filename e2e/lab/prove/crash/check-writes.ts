import { inArray } from 'drizzle-orm'
import type { Database } from '#server/platform/db/client.ts'
import { auditEvents } from '#server/schema/access.ts'
import { changes } from '#server/schema/changes.ts'
import { improvements } from '#server/schema/improvements.ts'
import { reviewSteps, reviews, reviewVersions } from '#server/schema/reviews.ts'
import type { Acknowledgement } from './write-mixed.ts'

type Event = typeof auditEvents.$inferSelect
type Link = { readonly from: unknown; readonly to: unknown }

export type Written = {
  readonly patched: readonly string[]
  /** Numbers of the changes whose review is saved, completed and reopened. */
  readonly saved: readonly string[]
  readonly completed: readonly string[]
  readonly acknowledged: readonly Acknowledgement[]
  /** Ids of all write requests. */
  readonly sent: ReadonlySet<string>
}

/** Lost acknowledged writes and incomplete other writes; empty if there are none. */
export async function checkWrites(db: Database, written: Written): Promise<string[]> {
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
function checkHistory(events: readonly Event[], { acknowledged, sent }: Written): string[] {
  const byRequest = Map.groupBy(events, ({ requestId }) => requestId)
  const shapeOf = (requestId: string) =>
    (byRequest.get(requestId) ?? []).map(({ entityType, action }) => `${entityType} ${action}`).sort()
  const shapes = new Map<string, string>()
  const faults: string[] = []
  for (const { kind, requestId, record } of acknowledged) {
    // A repeated POST returns what another request wrote.
    if (kind === 'improvement') continue
    const shape = shapeOf(requestId).join(', ')
    // The policy decides only at the first completion of a review.
    const group = `${kind}${shape.includes('policy_decision') ? ' with its decision' : ''}`
    const known = shapes.get(group) ?? shape
    shapes.set(group, known)
    if (shape === '') faults.push(`LOST: ${kind} of ${record} (request ${requestId}) has no history`)
    else if (shape !== known) faults.push(`${kind} of ${record} wrote the history ${shape}, others ${known}`)
  }
  const whole = new Set(shapes.values()).add('improvement create')
  for (const requestId of sent) {
    if (!byRequest.has(requestId)) continue
    const shape = shapeOf(requestId).join(', ')
    if (!whole.has(shape)) faults.push(`the request ${requestId} is incomplete: ${shape}`)
  }
  return faults
}

/** The successive values of a field from its history; a fault if they form no chain. */
function followChain(record: string, links: readonly Link[], start: unknown, end: unknown): string[] {
  const byFrom = new Map(links.map((link) => [JSON.stringify(link.from ?? null), link.to]))
  let value: unknown = start
  let steps = 0
  for (; steps < links.length && byFrom.has(JSON.stringify(value ?? null)); steps += 1) {
    value = byFrom.get(JSON.stringify(value ?? null))
  }
  if (steps !== links.length)
    return [`the history of ${record} has ${links.length} events, of which ${steps} are connected`]
  return value === end ? [] : [`${record} holds ${end}, its history ends with ${value}`]
}

const linksOf = (events: readonly Event[], record: string, field: string): Link[] =>
  events
    .filter(({ entityId }) => entityId === record)
    .flatMap(({ changes: changed }) => (changed[field] ? [changed[field]] : []))

async function checkPatches(db: Database, events: readonly Event[], { patched, acknowledged }: Written) {
  const rows = await db
    .select()
    .from(changes)
    .where(inArray(changes.number, [...patched]))
  return rows.flatMap(({ number, pirReference, version }) => {
    const links = linksOf(events, number, 'pir_reference')
    const reached = new Set(links.map(({ to }) => to))
    const lost = acknowledged.filter(({ kind, record, value }) => {
      return kind === 'patch' && record === number && !reached.has(value)
    })
    return [
      ...lost.map(({ value }) => `LOST: ${value} of ${number}`),
      ...followChain(number, links, null, pirReference),
      ...(version === links.length + 1 ? [] : [`${number} has version ${version} after ${links.length} events`]),
    ]
  })
}

async function checkImprovements(db: Database, events: readonly Event[], { acknowledged }: Written) {
  const keys = acknowledged.flatMap(({ kind, value }) => (kind === 'improvement' ? [value] : []))
  const sources = [...new Set(keys.map((key) => key.slice(0, key.lastIndexOf('-'))))]
  const rows = await db.select().from(improvements).where(inArray(improvements.sourceRef, sources))
  const byTitle = Map.groupBy(rows, ({ title }) => title)
  const created = Map.groupBy(
    events.filter(({ entityType, action }) => entityType === 'improvement' && action === 'create'),
    ({ entityId }) => entityId,
  )
  return [
    ...keys.filter((key) => !byTitle.has(key)).map((key) => `LOST: the improvement of the key ${key}`),
    ...[...byTitle].flatMap(([key, same]) => (same.length === 1 ? [] : [`${same.length} improvements of key ${key}`])),
    ...rows.flatMap(({ id, title }) => {
      const count = created.get(id)?.length ?? 0
      return count === 1 ? [] : [`the improvement ${title} has ${count} events of its creation`]
    }),
  ]
}

async function checkSteps(db: Database, events: readonly Event[], { saved, acknowledged }: Written) {
  const owned = await db
    .select()
    .from(reviews)
    .where(inArray(reviews.changeNumber, [...saved]))
  const references = owned.map(({ reference }) => reference)
  const rows = await db.select().from(reviewSteps).where(inArray(reviewSteps.reference, references))
  return rows
    .filter(({ step }) => step === 'improvements')
    .flatMap(({ reference, form, version }) => {
      const links = linksOf(events, reference, 'improvements.notes')
      const reached = new Set(links.map(({ to }) => to))
      const lost = acknowledged.filter(({ kind, record, value }) => {
        return kind === 'step' && record === reference && !reached.has(value)
      })
      const [first] = links.filter(({ from }) => !links.some(({ to }) => to === from))
      return [
        ...lost.map(({ value }) => `LOST: ${value} of ${reference}`),
        ...followChain(reference, links, first?.from ?? null, form.notes),
        ...(version >= links.length ? [] : [`${reference} has version ${version} after ${links.length} events`]),
      ]
    })
}

async function checkCompletions(db: Database, events: readonly Event[], { completed, acknowledged }: Written) {
  const rows = await db
    .select()
    .from(reviews)
    .where(inArray(reviews.changeNumber, [...completed]))
  const of = await db
    .select()
    .from(changes)
    .where(inArray(changes.number, [...completed]))
  const faults: string[] = []
  for (const review of rows) {
    const { reference } = review
    const change = of.find(({ number }) => number === review.changeNumber)
    const isDone = review.status === 'completed'
    if (change?.pirCompleted !== isDone) {
      faults.push(`${reference} is ${review.status}, its change has pir_completed ${change?.pirCompleted}`)
    }
    if (review.completions > 0 && change?.state !== 'closed') {
      faults.push(`${reference} was completed, its change is in state ${change?.state}`)
    }
    const versions = await db.$count(reviewVersions, inArray(reviewVersions.reference, [reference]))
    if (versions !== review.completions) {
      faults.push(`${reference} was completed ${review.completions} times and has ${versions} versions`)
    }
    const done = linksOf(events, reference, 'status').filter(({ to }) => to === 'completed').length
    if (done !== review.completions) {
      faults.push(`${reference} was completed ${review.completions} times, ${done} by its history`)
    }
    const acknowledgedCount = acknowledged.filter(({ kind, record }) => {
      return kind === 'completion' && record === reference
    }).length
    if (acknowledgedCount > review.completions) {
      faults.push(`LOST: ${acknowledgedCount - review.completions} completions of ${reference}`)
    }
    const decisions = events.filter(({ entityType, action, entityId }) => {
      return entityType === 'policy_decision' && action === 'create' && entityId === review.changeNumber
    }).length
    if (decisions > 1) faults.push(`the policy decided ${decisions} times on the change of ${reference}`)
  }
  return faults
}
