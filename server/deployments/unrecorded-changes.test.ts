import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { getChange } from '#server/changes/queries.ts'
import { all, deployed, minute, provideInbound } from '#server/connections/inbound/testing-events.ts'
import { readRows } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { insertChange } from '#server/reviews/testing.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { dismissUnrecordedChange, reviewUnrecordedChange } from './handle-unrecorded.ts'
import { rejoinDeployments } from './later-matches.ts'
import { countUnrecordedChanges, listUnrecordedChanges } from './unrecorded-changes.ts'

const inbound = provideInbound()
const { manager, findDeployment } = inbound

describe('an unrecorded change', () => {
  const sendHotfix = () =>
    inbound.send(deployed('7', 'running', 5, { title: 'Hotfix' }), deployed('7', 'failed', 9, { title: 'Hotfix' }))

  test('is a change seen in the pipeline, for which nothing is decided', async () => {
    await sendHotfix()
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
    expect(await inbound.db.select().from(policyDecisions)).toEqual([])
  })

  test('owes a review by the rule for changes without authorization once a manager presses so, and only once', async () => {
    await sendHotfix()
    const { id = '' } = (await findDeployment('7')) ?? {}
    const { change_number: number, reference } = await reviewUnrecordedChange(manager(), id)
    const [review] = await readRows(inbound.db, reviews, { reference })
    expect(review).toMatchObject({ changeNumber: number, status: 'not_started', needsSignOff: true })
    expect(review?.reasons.map(({ text }) => text)).toContain('Implemented without authorization')
    expect(await getChange(manager(), number)).toMatchObject({ state: 'review' })
    expect(await countUnrecordedChanges(manager())).toBe(0)
    await expect(reviewUnrecordedChange(manager(), id)).rejects.toThrow('has decided about it already')
    await inbound.send(deployed('7', 'running', 2, { title: 'Hotfix' }))
    expect(await getChange(manager(), number)).toMatchObject({ state: 'review', actual_start: minute(2) })
  })

  test('is dismissed with a reason, which stays in the history of its change', async () => {
    await sendHotfix()
    const { id = '', changeNumber } = (await findDeployment('7')) ?? {}
    await dismissUnrecordedChange(manager(), id, 'A restart; nothing changed.')
    expect(await countUnrecordedChanges(manager())).toBe(0)
    const history = await readRows(inbound.db, auditEvents, { entityId: changeNumber ?? '' })
    expect(history.map((event) => event.changes.dismissed_because?.to).filter(Boolean)).toEqual([
      'A restart; nothing changed.',
    ])
    await expect(dismissUnrecordedChange(manager(), id, 'Again')).rejects.toThrow('has decided about it already')
    await expect(dismissUnrecordedChange(manager(), 'none', 'x')).rejects.toThrow('There is no unrecorded change none')
  })

  test('is not dismissed by a person who is known to have done the work', async () => {
    await sendHotfix()
    const { id = '', changeNumber } = (await findDeployment('7')) ?? {}
    const { actor } = manager()
    if (actor.kind !== 'account' || changeNumber === null) throw new Error('The manager is no person.')
    await inbound.db
      .update(changes)
      .set({ assignedTo: actor.name })
      .where(eq(changes.number, changeNumber ?? ''))
    await expect(dismissUnrecordedChange(manager(), id, 'Nothing changed.')).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(await countUnrecordedChanges(manager())).toBe(1)
  })

  test('belongs to its change after all once that arrives from the system of record', async () => {
    await inbound.send(deployed('8', 'success', 9, { change: 'CHG0040000' }))
    const { changeNumber } = (await findDeployment('8')) ?? {}
    await insertChange(inbound.db, 'CHG0040000', { actualStart: null, actualEnd: null })
    await rejoinDeployments(testContext(inbound.db, undefined, new Date(minute(60))))
    expect(await findDeployment('8')).toMatchObject({ changeNumber: 'CHG0040000', matchedBy: 'number' })
    expect(await getChange(manager(), 'CHG0040000')).toMatchObject({ actual_end: minute(9) })
    await expect(getChange(manager(), changeNumber ?? '')).rejects.toThrow('There is no change')
  })
})
