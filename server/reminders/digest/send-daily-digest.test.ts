import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Role } from '#lib/contracts/endpoint.ts'
import { notify } from '#server/notifications/notify.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { switchMailOff } from '#server/platform/mail/preferences.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { recordParts } from '#server/reviews/parts.ts'
import { insertAccount, insertAction, insertOwed, noor } from '#server/reviews/testing.ts'
import { absences, accounts } from '#server/schema/access.ts'
import { changes } from '#server/schema/changes.ts'
import { improvements } from '#server/schema/improvements.ts'
import { mailPreferences, mails, notifications } from '#server/schema/notifications.ts'
import { holidays } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { writeDigests } from './send-daily-digest.ts'

const database = provideTestDatabase({
  empty: [notifications, mails, mailPreferences, reviews, changes, improvements, absences, accounts, holidays],
})
const at = '2026-01-01T00:00:00.000Z'
const account = (name: string, role: Role) => ({ ...testPerson(role, `acc_${name}`), name })
beforeEach(async () => {
  const people = [account('noor', 'reviewer'), account('henrike', 'manager'), account('gone', 'reviewer')]
  for (const person of people) await insertAccount(database.db, person)
  await database.db.update(accounts).set({ isDisabled: true }).where(eq(accounts.id, 'acc_gone'))
})

const at7 = (day: string, time = '07:00') =>
  testContext(database.db, createSystemActor('digest'), new Date(`${day}T${time}:00.000Z`))
const digests = () => readRows(database.db, mails)
const seven = { digest_hour: 7, time_zone: 'UTC' }
const addAction = () =>
  insertAction(database.db, 'imp_1', { title: 'Alert on replication lag', targetDate: '2026-03-10' })
const owed = () => insertOwed(database.db, 'CHG1', { reviewer: noor.email, dueOn: '2026-03-09' })

test('lists due and unread items and waiting sign-offs for each person', async () => {
  await owed()
  await insertOwed(database.db, 'CHG2', { reviewer: noor.email, dueOn: '2026-03-17', status: 'in_progress' })
  await insertOwed(database.db, 'CHG3', { reviewer: noor.email, dueOn: '2026-03-18' })
  await insertOwed(database.db, 'CHG4', { reviewer: noor.email, reviewerName: 'Noor', status: 'awaiting_sign_off' })
  await insertOwed(database.db, 'CHG6', { reviewer: noor.email, status: 'awaiting_sign_off' })
  await recordParts(at7('2026-03-09'), [{ changeNumber: 'CHG6', kind: 'wrote', person: 'henrike@hindsight.example' }])
  const implementer = { assignedTo: 'Henrike@hindsight.example' }
  await insertOwed(database.db, 'CHG5', { reviewer: noor.email, status: 'awaiting_sign_off' }, implementer)
  await addAction()
  await notify(at7('2026-03-09'), [noor.email], { kind: 'comment_added', title: 'A comment', body: '', path: '/x' })
  expect(await writeDigests(at7('2026-03-10'), seven)).toEqual({ written: 2 })

  const written = await digests()
  const byRecipient = Object.fromEntries(written.map((mail) => [mail.recipient, mail]))
  expect(byRecipient['henrike@hindsight.example']).toMatchObject({
    topic: 'digest',
    subject: 'Hindsight on 10 Mar 2026: waiting for your sign-off (1)',
    content: {
      sections: [{ items: [{ title: 'PIR-CHG4 by Noor', body: 'CHG4: Change CHG4', path: '/changes/CHG4/review' }] }],
    },
  })
  expect(byRecipient[noor.email]?.content.sections).toEqual([
    {
      heading: 'Your reviews (2)',
      items: [
        { title: 'PIR-CHG1, overdue since 9 Mar 2026', body: 'CHG1: Change CHG1', path: '/changes/CHG1/review' },
        { title: 'PIR-CHG2, due on 17 Mar 2026', body: 'CHG2: Change CHG2', path: '/changes/CHG2/review' },
      ],
    },
    {
      heading: 'Your actions (1)',
      items: [
        { title: 'Alert on replication lag, due today', body: 'From PIR-2026-0042', path: '/improvements/imp_1' },
      ],
    },
    { heading: 'Unread (1)', items: [{ title: 'A comment', path: '/x' }] },
  ])
})

test('lists for a delegate what is due for the person who is away', async () => {
  await owed()
  const away = { startsOn: '2026-03-10', endsOn: '2026-03-10', delegateId: 'acc_henrike', updatedAt: at }
  await database.db.insert(absences).values({ accountId: 'acc_noor', ...away })
  await addAction()
  await writeDigests(at7('2026-03-10'), seven)
  const ofHenrike = async () => (await digests()).filter(({ recipient }) => recipient === 'henrike@hindsight.example')
  expect((await ofHenrike())[0]?.content.sections?.map(({ heading, items }) => [heading, items[0]?.title])).toEqual([
    ['Reviews for noor (1)', 'PIR-CHG1, overdue since 9 Mar 2026'],
    ['Actions for noor (1)', 'Alert on replication lag, due today'],
  ])
  await writeDigests(at7('2026-03-11'), seven)
  expect(await ofHenrike()).toHaveLength(1)
})

test('is written once per person and day by several processes, and again the next day', async () => {
  await owed()
  const runs = await Promise.all([1, 2, 3, 4].map(() => writeDigests(at7('2026-03-10'), seven)))
  expect(runs.reduce((sum, { written }) => sum + written, 0)).toBe(1)
  expect(await writeDigests(at7('2026-03-10', '09:00'), seven)).toEqual({ written: 0 })
  expect(await writeDigests(at7('2026-03-11'), seven)).toEqual({ written: 1 })
  expect(await digests()).toHaveLength(2)
})

test('is sent at its hour of a business day, or some hours later if no process ran', async () => {
  await owed()
  await database.db.insert(holidays).values({ day: '2026-03-12', name: 'A holiday', origin: 'entry' })
  const silent = [at7('2026-03-10', '06:59'), at7('2026-03-10', '11:00'), at7('2026-03-12'), at7('2026-03-14')]
  for (const ctx of silent) expect(await writeDigests(ctx, seven)).toEqual({ written: 0 })
  expect(await writeDigests(at7('2026-03-10', '10:59'), seven)).toEqual({ written: 1 })
  expect(await writeDigests(at7('2026-03-11', '12:00'), { ...seven, digest_hour: 12 })).toEqual({ written: 1 })
})

test('is not written if it is empty or disabled', async () => {
  expect(await writeDigests(at7('2026-03-10'), seven)).toEqual({ written: 0 })
  await owed()
  await switchMailOff(at7('2026-03-11'), noor.email, 'notification')
  expect(await writeDigests(at7('2026-03-11'), seven)).toEqual({ written: 1 })
  await switchMailOff(at7('2026-03-11'), noor.email, 'digest')
  expect(await writeDigests(at7('2026-03-12'), seven)).toEqual({ written: 0 })
})

test('comes at the hour and on the day of the time zone of each person, with the due dates of the organisation', async () => {
  await owed()
  await insertOwed(database.db, 'CHG2', { reviewer: 'henrike@hindsight.example', dueOn: '2026-03-09' })
  await database.db.update(accounts).set({ timeZone: 'Pacific/Auckland' }).where(eq(accounts.id, 'acc_noor'))
  // Sunday evening in UTC is Monday morning in Auckland.
  expect(await writeDigests(at7('2026-03-08', '18:00'), seven)).toEqual({ written: 1 })
  expect(await digests()).toMatchObject([{ recipient: noor.email, subject: expect.stringContaining('9 Mar 2026') }])
  expect((await digests())[0]?.content.sections?.[0]?.items[0]?.title).toContain('due on 9 Mar 2026')
  expect(await writeDigests(at7('2026-03-09'), seven)).toEqual({ written: 1 })
  expect(await writeDigests(at7('2026-03-09', '11:00'), { ...seven, time_zone: 'America/New_York' })).toEqual({
    written: 0,
  })
})
