import { and, asc, eq, isNotNull, like } from 'drizzle-orm'
import type { DeploymentRow } from '#server/deployments/event-context.ts'
import { createPipelineChanges, createPipelineNumber } from '#server/deployments/pipeline-change.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { changes } from '#server/schema/changes.ts'
import { deployments, inboundEvents } from '#server/schema/connections.ts'
import { addDays, addMinutes, getWorkdayOnOrBefore, setTime, toIso } from './calendar.ts'
import { pipeline } from './seed-connections.ts'

/**
 * Inserts the deployments of a pipeline, some of which no change authorised. Returns the number of changes that were
 * created for those. Part of the transaction that inserts the rest.
 */
export async function seedDemoDeployments(tx: Transaction, now: Date): Promise<number> {
  const released = await readReleases(tx)
  const unrecorded = await createUnrecorded(tx, now)
  await tx.insert(deployments).values(released).onConflictDoNothing()
  const { rowCount } = await tx.insert(deployments).values(unrecorded).onConflictDoNothing()
  await insertEvents(tx, [...released, ...unrecorded])
  return rowCount ?? 0
}

const buildDeployment = (
  remoteId: string,
  values: Pick<DeploymentRow, 'service' | 'status' | 'facts'> & { startedAt: string; endedAt: string },
): DeploymentRow => ({
  id: `dpl_demo_${remoteId}`,
  connectionId: pipeline,
  remoteId,
  environment: 'production',
  isProduction: true,
  isRollback: false,
  eventAt: values.endedAt,
  changeNumber: null,
  matchedBy: null,
  handledAt: null,
  handledBy: null,
  handling: null,
  handlingReason: null,
  updatedAt: values.endedAt,
  ...values,
})

/** Builds the deployments of releases, at the times of their changes. */
async function readReleases(tx: Transaction): Promise<DeploymentRow[]> {
  const rows = await tx
    .select()
    .from(changes)
    .where(and(eq(changes.origin, 'demo'), like(changes.title, 'Release %'), isNotNull(changes.actualEnd)))
    .orderBy(asc(changes.number))
  return rows.flatMap(({ number, title, affectedServices, actualStart, actualEnd, closeCode }) =>
    affectedServices.flatMap((service): DeploymentRow[] =>
      actualStart === null || actualEnd === null
        ? []
        : [
            {
              ...buildDeployment(`${number.toLowerCase()}-${service}`, {
                service,
                status: closeCode === 'failed' ? 'failed' : 'succeeded',
                facts: { title, change: number },
                startedAt: actualStart,
                endedAt: actualEnd,
              }),
              changeNumber: number,
              matchedBy: 'number',
            },
          ],
    ),
  )
}

const dismissal = {
  handledBy: 'Henrike Vos',
  handling: 'dismissed',
  handlingReason: 'Nightly rebuild with the security updates of the base image; the standard change covers it.',
} as const

/** Deployments that no change authorised; a manager has decided about one of them. */
const unrecorded = [
  { daysAgo: 3, at: '18:42', minutes: 4, service: 'customer-portal', title: 'Hide the broken voucher banner' },
  {
    daysAgo: 6,
    at: '21:15',
    minutes: 9,
    service: 'payments-api',
    title: 'Raise the time-out of the card provider',
    fails: true,
  },
  {
    daysAgo: 12,
    at: '13:05',
    minutes: 22,
    service: 'product-search',
    title: 'Rebuild the index with the new analyser',
  },
  { daysAgo: 20, at: '03:10', minutes: 6, service: 'checkout-web', title: 'Rebuild the image', ...dismissal },
]

async function createUnrecorded(tx: Transaction, now: Date): Promise<DeploymentRow[]> {
  const rows = unrecorded.map(({ daysAgo, at, minutes, service, title, fails = false, ...handled }, index) => {
    const start = setTime(getWorkdayOnOrBefore(addDays(now.getTime(), -daysAgo)), at)
    const endedAt = toIso(addMinutes(start, minutes))
    const row = buildDeployment(`unrecorded-${index + 1}`, {
      service,
      status: fails ? 'failed' : 'succeeded',
      facts: { title, ref: 'main' },
      startedAt: toIso(start),
      endedAt,
    })
    const changeRow = { ...row, changeNumber: createPipelineNumber(row), matchedBy: 'pipeline' as const }
    return { row: changeRow, handled: 'handledBy' in handled ? { ...handled, handledAt: endedAt } : {} }
  })
  for (const { row } of rows) {
    const ctx = {
      db: tx,
      actor: createSystemActor(pipeline, 'shop-pipeline'),
      now: new Date(row.eventAt),
    } as const
    await createPipelineChanges({ ...ctx, requestId: 'demo' }, [row])
  }
  return rows.map(({ row, handled }) => ({ ...row, ...handled }))
}

/** Inserts the events of the last days that reported deployments. */
async function insertEvents(tx: Transaction, rows: readonly DeploymentRow[]): Promise<void> {
  const newest = rows.toSorted((one, other) => (one.eventAt < other.eventAt ? 1 : -1)).slice(0, 4)
  await tx
    .insert(inboundEvents)
    .values(
      newest.map(({ remoteId, service, status, eventAt }) => ({
        id: `evt_demo_${remoteId}`,
        connectionId: pipeline,
        deliveryId: remoteId,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify({ app: service, phase: status })),
        receivedAt: eventAt,
        status: 'done' as const,
        applied: 1,
        attempts: 1,
        nextAttemptAt: eventAt,
        processedAt: eventAt,
        outcome: `Deployment of ${service} to production.`,
      })),
    )
    .onConflictDoNothing()
}
