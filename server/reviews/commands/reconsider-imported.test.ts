import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { beforeAll, expect, test } from 'vitest'
import { changeActions } from '#lib/actions/record-actions.ts'
import { allJobs } from '#server/all-jobs.ts'
import { addSender, sendEvents } from '#server/connections/inbound/testing-events.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { testToken } from '#server/platform/runtime/testing-context.ts'
import { getReview } from '#server/reviews/queries.ts'
import { henrike, insertChange, insertOwed, noor } from '#server/reviews/testing.ts'
import { provideReviews, quiet } from '#server/reviews/testing-reviews.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { policyRules } from '#server/schema/policy.ts'
import { reconsiderImported } from './reconsider-imported.ts'

const { database, as, importAs, mark, findStatus, filled, putIncident } = provideReviews({ pipeline: false })
beforeAll(() => database.db.update(policyRules).set({ needsSignOff: true }).where(eq(policyRules.id, 'rule_incident')))
const low = { state: 'implement', risk: 'low' } as const
const incident = { short_description: 'Down', opened_at: '2026-03-09T10:00:00.000Z', priority: '1 - Critical' }
/** Inserts a change that a token marked as reviewed before it had a review, and that needed no sign-off then. */
async function marked(number: string) {
  await insertChange(database.db, number, low)
  await mark(number)
  expect(await findStatus(number)).toBeNull()
}

test('an imported incident of a change that a token marked as reviewed asks for a sign-off', async () => {
  await marked('CHG-LINKED')
  await importAs(henrike, 'incidents', { number: 'INC-LINKED', ...incident, related_change: 'CHG-LINKED' })
  expect(await findStatus('CHG-LINKED')).toBe('awaiting_sign_off')
})

test('so does one that an import links and another one unlinks before it is marked', async () => {
  await insertChange(database.db, 'CHG-UNLINKED', low)
  await importAs(henrike, 'incidents', { number: 'INC-UNLINKED', ...incident, related_change: 'CHG-UNLINKED' })
  await importAs(henrike, 'incidents', { number: 'INC-UNLINKED', ...incident, related_change: 'CHG-OTHER' })
  await mark('CHG-UNLINKED')
  expect(await findStatus('CHG-UNLINKED')).toBe('awaiting_sign_off')
})

test('an incident whose description alone is imported has nothing judged', async () => {
  await marked('CHG-DESCRIBED')
  await importAs(henrike, 'incidents', {
    number: 'INC-DESCRIBED',
    ...incident,
    priority: '5 - Planning',
    related_change: 'CHG-DESCRIBED',
  })
  await database.db.update(changes).set({ type: 'emergency' }).where(eq(changes.number, 'CHG-DESCRIBED'))
  const row = { number: 'INC-DESCRIBED', ...incident, priority: '5 - Planning', related_change: 'CHG-DESCRIBED' }
  await importAs(henrike, 'incidents', { ...row, short_description: 'Another text' })
  expect(await findStatus('CHG-DESCRIBED')).toBeNull()
  await importAs(henrike, 'incidents', { ...row, priority: '4 - Low' })
  expect(await findStatus('CHG-DESCRIBED')).toBe('awaiting_sign_off')
})

test('an open review needs a sign-off as soon as an alert makes an incident of its change urgent', async () => {
  const reference = await filled('CHG-ALERTED', quiet)
  const monitor = await addSender(database.db, 'alertmanager')
  const [job] = allJobs.filter(({ name }) => name === 'read-events')
  const receive = async (severity: string, startsAt: string) => {
    const labels = { severity, alertname: 'Slow' }
    const alerts = [{ status: 'firing', fingerprint: severity, startsAt, labels, endsAt: '0001-01-01T00:00:00Z' }]
    await sendEvents(database.db, monitor, [{ body: { version: '4', groupKey: 'slow', status: 'firing', alerts } }])
    await job?.run({ ...as(createSystemActor('read-events')), requestId: severity })
  }
  await receive('info', '2026-03-10T10:00:00Z')
  const [alerted] = await database.db.select().from(incidents).where(eq(incidents.origin, 'alerts'))
  await putIncident(alerted?.number ?? '', { related_change: 'CHG-ALERTED' })
  expect(await getReview(as(noor), reference)).toMatchObject({ needs_sign_off: false })
  await receive('critical', '2026-03-10T10:05:00Z')
  expect(await getReview(as(noor), reference)).toMatchObject({ needs_sign_off: true })
})

test('the number of statements does not grow with the changes that an import wrote', async () => {
  const statements = async (count: number) => {
    const requestId = `import-of-${count}`
    for (let index = 0; index < count; index += 1) {
      const number = `CHG-${count}-${index}`
      await insertOwed(database.db, number, {}, { ...low, assignedTo: henrike.email })
      const changed = { title: { from: 'Another', to: 'This' } }
      await recordEvent({ ...as(testToken), requestId }, changeActions.update, number, changed)
    }
    let sent = 0
    const client = await database.pool.connect()
    try {
      const db = drizzle(client, { logger: { logQuery: () => (sent += 1) } })
      await db.transaction((tx) => reconsiderImported({ ...as(testToken), db: tx, requestId }))
    } finally {
      client.release()
    }
    return sent
  }
  expect(await statements(20)).toBe(await statements(2))
})
