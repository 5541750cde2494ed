import { beforeEach, expect, test } from 'vitest'
import { changeActions } from '#lib/actions/record-actions.ts'
import type { MailContent } from '#lib/contracts/app/mail-content.ts'
import type { Role } from '#lib/contracts/endpoint.ts'
import { appendLeaves } from '#server/history/ledger/append-leaves.ts'
import { getCheckpoint } from '#server/history/ledger/queries.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { switchMailOff, updateMailPreferences } from '#server/platform/mail/preferences.ts'
import { refuseRecipients } from '#server/platform/mail/send-mail.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { insertAccount, insertOwed } from '#server/reviews/testing.ts'
import { accounts } from '#server/schema/access.ts'
import { changes } from '#server/schema/changes.ts'
import { mailPreferences, mails } from '#server/schema/notifications.ts'
import { reviews } from '#server/schema/reviews.ts'
import { queueWeeklyPack } from './send-weekly-pack.ts'

const database = provideTestDatabase({ empty: [mails, mailPreferences, reviews, changes, accounts] })
const settings = { digest_hour: 7, time_zone: 'UTC' }
const monday = '2026-03-09T07:00:00.000Z'

const at = (moment: string) => testContext(database.db, createSystemActor('weekly'), new Date(moment))
const createPerson = (name: string, role: Role = 'manager') => ({ ...testPerson(role, `acc_${name}`), name })
const queued = () => readRows(database.db, mails)

async function subscribe(name: string): Promise<void> {
  const person = createPerson(name)
  await insertAccount(database.db, person)
  await updateMailPreferences(testContext(database.db, person, new Date(monday)), { is_weekly_on: true })
}

beforeEach(() => setTestRuntime(database))

test('is sent to each person who chose it, with the week before', async () => {
  await subscribe('ada')
  await insertAccount(database.db, createPerson('bea'))
  await insertOwed(database.db, 'CHG1', { dueOn: '2026-03-06' })
  expect(await queueWeeklyPack(at(monday), settings)).toEqual({ queued: 1 })
  const [mail] = await queued()
  expect(mail).toMatchObject({
    recipient: createPerson('ada').email,
    topic: 'weekly',
    subject: 'Hindsight: weekly pack of 2026-03-02 to 2026-03-08',
  })
  expect(mail?.content.action).toEqual({ label: 'Open the weekly pack', path: '/insights/weekly?week=2026-03-02' })
  const overdue = mail?.content.sections?.find(({ heading }) => heading === 'Overdue reviews')
  expect(overdue?.items[0]).toMatchObject({ title: 'CHG1', path: '/changes/CHG1' })
  expect(overdue?.items[0]?.body).toContain('Change CHG1')
  expect(mail?.content.sections?.find(({ heading }) => heading === 'Waived reviews')?.items).toEqual([
    { title: 'No review was waived.' },
  ])
})

test('takes the signed state of the history out of the house', async () => {
  await subscribe('ada')
  await recordEvent(at(monday), changeActions.update, 'CHG1', {})
  await appendLeaves(at(monday))
  await queueWeeklyPack(at(monday), settings)
  const [mail] = await queued()
  expect(mail?.content.checkpoint).toBe(await getCheckpoint(at(monday)))
  const { text, html } = composeMail(mail?.content as MailContent, {
    publicUrl: 'https://pir.example',
    unsubscribe: undefined,
  })
  for (const line of mail?.content.checkpoint?.trimEnd().split('\n') ?? ['none']) {
    expect(text).toContain(line)
    expect(html).toContain(line)
  }
})

test('is queued once for each week, by several processes', async () => {
  await subscribe('ada')
  await subscribe('bea')
  const runs = await Promise.all([1, 2, 3, 4].map(() => queueWeeklyPack(at(monday), settings)))
  expect(runs.reduce((sum, run) => sum + run.queued, 0)).toBe(2)
  expect(await queueWeeklyPack(at('2026-03-09T09:00:00.000Z'), settings)).toEqual({ queued: 0 })
  expect(await queueWeeklyPack(at('2026-03-16T07:00:00.000Z'), settings)).toEqual({ queued: 2 })
  expect(await queued()).toHaveLength(4)
})

test('waits for Monday morning in the zone of the organisation', async () => {
  await subscribe('ada')
  const silent = ['2026-03-08T07:00:00Z', '2026-03-09T06:59:00Z', '2026-03-09T11:00:00Z', '2026-03-10T07:00:00Z']
  for (const moment of silent) expect(await queueWeeklyPack(at(moment), settings)).toEqual({ queued: 0 })
  // Sunday evening in UTC is Monday morning in Auckland.
  const auckland = { digest_hour: 7, time_zone: 'Pacific/Auckland' }
  expect(await queueWeeklyPack(at('2026-03-08T18:00:00Z'), auckland)).toEqual({ queued: 1 })
})

test('ends with the choice, also of a mail that waits', async () => {
  await subscribe('ada')
  expect(await queueWeeklyPack(at(monday), settings)).toEqual({ queued: 1 })
  await switchMailOff(at(monday), createPerson('ada').email, 'weekly')
  const rows = await queued()
  const refusal = await refuseRecipients(database.db, rows)
  expect(rows.map(refusal)).toEqual(['disabled by the recipient'])
  expect(await queueWeeklyPack(at('2026-03-16T07:00:00.000Z'), settings)).toEqual({ queued: 0 })
})
