import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { getChange } from '#server/changes/queries.ts'
import { sendAndRead } from '#server/connections/inbound/testing-events.ts'
import { all, deployed, minute, provideInbound } from '#server/connections/inbound/testing-inbound.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'

import { insertChange } from '#server/reviews/testing.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { dismissUnrecordedChange, reviewUnrecordedChange } from './handle-unrecorded.ts'
import { rejoinDeployments } from './rejoin-deployments.ts'
import { countUnrecordedChanges, listUnrecordedChanges } from './unrecorded-changes.ts'

const inbound = provideInbound()
const { manager, findDeployment } = inbound

describe('an unrecorded change', () => {
  const send = () =>
    sendAndRead(inbound.database.db, inbound.json, [
      deployed('7', 'running', 5, { title: 'Hotfix' }),
      deployed('7', 'failed', 9, { title: 'Hotfix' }),
    ])

  test('is a change seen in the pipeline, for which nothing is decided', async () => {
    await send()
    const { result, total_count, services } = await listUnrecordedChanges(manager(), all)
    expect({ total_count, services }).toEqual({ total_count: 1, services: [{ service: 'payments-db', count: 1 }] })
    expect(result[0]).toMatchObject({ title: 'Hotfix', status: 'failed', connection: 'json', started_at: minute(5) })
    const change = await getChange(manager(), result[0]?.change_number ?? '')
    expect(change).toMatchObject({
      title: 'payments-db: Hotfix',
      state: 'closed',
      close_code: 'failed',
      affected_services: ['payments-db'],
      actual_start: minute(5),
      actual_end: minute(9),
      planned_start: null,
    })
    expect(await inbound.database.db.select().from(policyDecisions)).toEqual([])
  })

  test('owes a review by the rule for changes without authorization once a manager presses so, and only once', async () => {
    await send()
    const { id = '' } = (await findDeployment('7')) ?? {}
    const { change_number: number, reference } = await reviewUnrecordedChange(manager(), id)
    const [review] = await inbound.database.db.select().from(reviews).where(eq(reviews.reference, reference))
    expect(review).toMatchObject({ changeNumber: number, status: 'not_started', needsSignOff: true })
    expect(review?.reasons.map(({ text }) => text)).toContain('Implemented without authorization')
    expect(await getChange(manager(), number)).toMatchObject({ state: 'review' })
    expect(await countUnrecordedChanges(manager())).toBe(0)
    await expect(reviewUnrecordedChange(manager(), id)).rejects.toThrow('has decided about it already')
    await sendAndRead(inbound.database.db, inbound.json, [deployed('7', 'running', 2, { title: 'Hotfix' })])
    expect(await getChange(manager(), number)).toMatchObject({ state: 'review', actual_start: minute(2) })
  })

  test('is dismissed with a reason, which stays in the history of its change', async () => {
    await send()
    const { id = '', changeNumber } = (await findDeployment('7')) ?? {}
    await dismissUnrecordedChange(manager(), id, 'A restart; nothing changed.')
    expect(await countUnrecordedChanges(manager())).toBe(0)
    const history = await inbound.database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.entityId, changeNumber ?? ''))
    expect(history.map((event) => event.changes.dismissed_because?.to).filter(Boolean)).toEqual([
      'A restart; nothing changed.',
    ])
    await expect(dismissUnrecordedChange(manager(), id, 'Again')).rejects.toThrow('has decided about it already')
    await expect(dismissUnrecordedChange(manager(), 'none', 'x')).rejects.toThrow('There is no unrecorded change none')
  })

  test('is not dismissed by a person who is known to have done the work', async () => {
    await send()
    const { id = '', changeNumber } = (await findDeployment('7')) ?? {}
    const { actor } = manager()
    if (actor.kind !== 'account' || changeNumber === null) throw new Error('The manager is no person.')
    await inbound.database.db
      .update(changes)
      .set({ assignedTo: actor.name })
      .where(eq(changes.number, changeNumber ?? ''))
    await expect(dismissUnrecordedChange(manager(), id, 'Nothing changed.')).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(await countUnrecordedChanges(manager())).toBe(1)
  })

  test('belongs to its change after all once that arrives from the system of record', async () => {
    await sendAndRead(inbound.database.db, inbound.json, [deployed('8', 'success', 9, { change: 'CHG0040000' })])
    const { changeNumber } = (await findDeployment('8')) ?? {}
    await insertChange(inbound.database.db, 'CHG0040000', { actualStart: null, actualEnd: null })
    await rejoinDeployments(testContext(inbound.database.db, undefined, new Date(minute(60))))
    expect(await findDeployment('8')).toMatchObject({ changeNumber: 'CHG0040000', matchedBy: 'number' })
    expect(await getChange(manager(), 'CHG0040000')).toMatchObject({ actual_end: minute(9) })
    await expect(getChange(manager(), changeNumber ?? '')).rejects.toThrow('There is no change')
  })
})
