import { inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { IncidentWrite } from '#lib/contracts/incident-writes.ts'
import { updateImprovement } from '#server/improvements/commands.ts'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import { testContext, testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { accounts } from '#server/schema/access.ts'
import { putChange } from './api-writes/put-change.ts'
import { putIncident } from './api-writes/put-incident.ts'
import { reopenReview } from './commands/reopen.ts'
import { returnReview, signOffReview } from './commands/sign-off.ts'
import { startReview } from './commands/start.ts'
import { submitReview } from './commands/submit.ts'
import { getSignOff } from './get-sign-off.ts'
import { fillReview, henrike, insertOwed, newAction, noor, saveStep } from './testing.ts'
import { provideReviews, unconditional } from './testing-reviews.ts'

const tomas = { ...testPerson('manager', 'acc_tomas'), name: 'Tomas Lind' }

const { database, as } = provideReviews({ people: [noor, henrike, tomas], hasRules: false })

test('lists who may sign, before and after it is submitted, and why it came back', async () => {
  const reference = await insertOwed(
    database.db,
    'CHG-SIGN',
    { needsSignOff: true, reviewer: noor.email },
    { assignedTo: tomas.email },
  )
  await fillReview(as(noor), await startReview(as(noor), 'CHG-SIGN'))
  const signers = [{ name: 'Henrike Vos', email: henrike.email }]
  expect(await getSignOff(as(noor), reference)).toEqual({ signers, confirmers: [], returns: [], changed_since: [] })

  await submitReview(as(noor), reference)
  await returnReview(as(henrike, '2026-03-12T10:00:00.000Z'), reference, { reason: 'Say what it cost.' })
  await submitReview(as(noor, '2026-03-13T10:00:00.000Z'), reference)
  await signOffReview(as(henrike, '2026-03-14T10:00:00.000Z'), reference, {})
  await reopenReview(as(henrike, '2026-03-15T10:00:00.000Z'), reference, 'A fourth incident.')
  expect(await getSignOff(as(noor), reference)).toEqual({
    signers,
    confirmers: [],
    returns: [
      { kind: 'returned', at: '2026-03-12T10:00:00.000Z', by: 'Henrike Vos', reason: 'Say what it cost.' },
      { kind: 'reopened', at: '2026-03-15T10:00:00.000Z', by: 'Henrike Vos', reason: 'A fourth incident.' },
    ],
    changed_since: [],
  })
})

test('names what was written to the change since it was submitted, by whatever door', async () => {
  const reference = await insertOwed(database.db, 'CHG-SINCE', { needsSignOff: true, reviewer: noor.email })
  await fillReview(as(noor), await startReview(as(noor), 'CHG-SINCE'))
  const put = (title: string, now: string) =>
    putChange(testContext(database.db, testToken, new Date(now)), 'CHG-SINCE', { title }, unconditional)
  await put('Before', '2026-03-09T10:00:00.000Z')
  await submitReview(as(noor, '2026-03-10T10:00:00.000Z'), reference)
  expect((await getSignOff(as(henrike), reference)).changed_since).toEqual([])
  await put('After', '2026-03-11T10:00:00.000Z')
  await put('By an import that began before', '2026-03-08T10:00:00.000Z')
  const { changed_since } = await getSignOff(as(henrike), reference)
  expect(changed_since).toMatchObject([
    {
      at: '2026-03-11T10:00:00.000Z',
      actor_name: 'ServiceNow sync',
      changes: { title: { from: 'Before', to: 'After' } },
    },
    { at: '2026-03-08T10:00:00.000Z', changes: { title: { to: 'By an import that began before' } } },
  ])
  await returnReview(as(henrike, '2026-03-12T10:00:00.000Z'), reference, { reason: 'Look again.' })
  expect((await getSignOff(as(henrike), reference)).changed_since).toEqual([])
})

test('names what became of incidents, reasons and actions since it was submitted', async () => {
  const reference = await insertOwed(database.db, 'CHG-AROUND', { needsSignOff: true, reviewer: noor.email })
  await fillReview(as(noor), await startReview(as(noor), 'CHG-AROUND'))
  const action = await createImprovement(
    as(noor),
    newAction(reference, { title: 'Rehearse', target_date: '2030-01-01' }),
  )
  const link = (number: string, fields: IncidentWrite, now: string) =>
    putIncident(testContext(database.db, testToken, new Date(now)), number, fields, unconditional)
  const opened = { short_description: 'Down', opened_at: '2026-03-09T10:00:00.000Z' }
  await link('INC-AROUND', { ...opened, related_change: 'CHG-AROUND' }, '2026-03-09T10:00:00.000Z')
  const begun = await startReview(as(noor), 'CHG-AROUND')
  await saveStep(as(noor), begun, 'improvements', { is_none_needed: false })
  await saveStep(as(noor), begun, 'incidents', {
    decisions: [{ incident: 'INC-AROUND', decision: 'rejected', reason: 'Another cause' }],
  })
  await submitReview(as(noor, '2026-03-10T18:00:00.000Z'), reference)
  await link('INC-LINKED', { ...opened, related_change: 'CHG-AROUND' }, '2026-03-11T10:00:00.000Z')
  await link('INC-AROUND', { short_description: 'It is down' }, '2026-03-11T11:00:00.000Z')
  await link('INC-AROUND', { related_change: null }, '2026-03-11T12:00:00.000Z')
  await updateImprovement(as(noor, '2026-03-12T10:00:00.000Z'), action.id, { target_date: '2030-02-01' })
  const { changed_since } = await getSignOff(as(henrike), reference)
  expect(changed_since.map(({ entity_type, at }) => [entity_type, at])).toEqual([
    ['improvement', '2026-03-12T10:00:00.000Z'],
    ['incident', '2026-03-11T12:00:00.000Z'],
    ['incident', '2026-03-11T10:00:00.000Z'],
  ])
})

test('lists nobody where no sign-off is needed', async () => {
  const reference = await insertOwed(database.db, 'CHG-FREE', { reviewer: noor.email })
  expect((await getSignOff(as(noor), reference)).signers).toEqual([])
})

test('lists nobody who is known only since to be the person who took part', async () => {
  const reference = await insertOwed(database.db, 'CHG-TWIN', { needsSignOff: true, reviewer: noor.email })
  await fillReview(as(noor), await startReview(as(noor), 'CHG-TWIN'))
  await submitReview(as(noor), reference)
  const signers = [{ name: 'Henrike Vos', email: henrike.email }]
  expect(await getSignOff(as(noor), reference)).toMatchObject({ signers })
  const both = inArray(accounts.email, [noor.email, henrike.email])
  await database.db.update(accounts).set({ userName: 'nhaddad' }).where(both)
  expect(await getSignOff(as(noor), reference)).toMatchObject({ signers: [] })
})
