import { beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '#lib/contracts/endpoint.ts'
import { listComments } from '#server/discussion/comments.ts'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { toMailRow } from '#server/platform/mail/queue-mail.ts'
import { refuseRecipients } from '#server/platform/mail/send-mail.ts'
import { testContext, testNow, testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { writeDigests } from '#server/reminders/digest/send-daily-digest.ts'
import { insertOwed, newAction } from '#server/reviews/testing.ts'
import { accounts } from '#server/schema/access.ts'
import { changes } from '#server/schema/changes.ts'
import { users } from '#server/schema/directory.ts'
import { auditEvents } from '#server/schema/history.ts'
import { improvements } from '#server/schema/improvements.ts'
import { mails, notifications } from '#server/schema/notifications.ts'
import { reviewerGroups } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { listLeavers } from './queries.ts'
import { reassignWork } from './reassign-work.ts'

const at = testNow.toISOString()
const manager = testPerson('manager')
const toEmail = (name: string) => `${name}@hindsight.example`
const account = (name: string, role: Role, isDisabled = false) => ({
  id: `acc_${name}`,
  email: toEmail(name),
  name,
  role,
  isDisabled,
  origin: 'entry',
  createdAt: at,
  updatedAt: at,
})
const listed = (id: string, email: string, isActive: boolean) => ({
  id,
  email,
  name: id,
  nameKey: id,
  bio: '',
  location: '',
  isActive,
  origin: 'import',
  createdAt: at,
})

const database = provideTestDatabase({
  empty: [accounts, users, reviews, changes, improvements, auditEvents, notifications, mails, reviewerGroups],
})

/** `off` is disabled in Hindsight, `gone` is inactive in the directory, and `back` left once and came back. */
beforeEach(async () => {
  const { db } = database
  await db
    .insert(accounts)
    .values([
      account('manager', 'manager'),
      account('noor', 'reviewer'),
      account('off', 'reviewer', true),
      account('gone', 'reviewer'),
      account('back', 'reviewer'),
    ])
  await db
    .insert(users)
    .values([
      listed('u_gone', 'Gone@hindsight.example', false),
      listed('u_back_1', toEmail('back'), false),
      listed('u_back_2', toEmail('back'), true),
      listed('u_owner', toEmail('owner'), false),
    ])
})

const ctx = (actor: Parameters<typeof testContext>[1] = manager) => testContext(database.db, actor)
const action = (owner: string) => newAction('PIR-1', { title: `Action of ${owner}`, owner: toEmail(owner) })
const addAction = async (owner: string) => (await createImprovement(ctx(testToken), action(owner))).id

async function addWork() {
  await insertOwed(database.db, 'CHG1', { reviewer: toEmail('off'), dueOn: '2026-03-16' })
  await insertOwed(database.db, 'CHG2', { reviewer: toEmail('off'), status: 'in_progress', dueOn: '2026-03-12' })
  await insertOwed(database.db, 'CHG3', { reviewer: toEmail('off'), status: 'completed' })
  await insertOwed(database.db, 'CHG4', { reviewer: toEmail('noor') })
  return { off: await addAction('off'), gone: await addAction('gone'), owner: await addAction('owner') }
}

test('listLeavers lists people disabled here or gone from the directory with their unfinished work, due ones first', async () => {
  const actions = await addWork()
  await addAction('back')
  const { rows, total } = await listLeavers(ctx())
  expect(total).toBe(3)
  expect(rows.map(({ email, name, reason }) => [email, name, reason])).toEqual([
    [toEmail('off'), 'off', 'account_disabled'],
    [toEmail('gone'), 'gone', 'left_directory'],
    [toEmail('owner'), 'u_owner', 'left_directory'],
  ])
  expect(rows[0]).toMatchObject({ open_reviews: 2, unfinished_actions: 1 })
  expect(rows[0]?.work.map(({ id }) => id)).toEqual(['PIR-CHG2', 'PIR-CHG1', actions.off])
})

describe('reassignWork', () => {
  test('reassigns all work with history and notifications', async () => {
    const actions = await addWork()
    const { results } = await reassignWork(ctx(), { from: toEmail('off'), to: 'Noor@hindsight.example' })
    expect(results.map(({ id, result, text }) => [id, result, text])).toEqual([
      ['PIR-CHG2', 'done', 'Assigned to noor.'],
      ['PIR-CHG1', 'done', 'Assigned to noor.'],
      [actions.off, 'done', 'Assigned to noor.'],
    ])
    expect((await listLeavers(ctx())).rows.map(({ email }) => email)).not.toContain(toEmail('off'))
    const events = await readRows(database.db, auditEvents, { entityId: 'PIR-CHG1' })
    expect(events.at(-1)?.changes).toMatchObject({ reviewer: { from: toEmail('off'), to: toEmail('noor') } })
    const sent = await readRows(database.db, notifications, { recipient: toEmail('noor') })
    expect(sent).toHaveLength(3)
  })

  test('reassigns only the named records, and reports those that are not theirs', async () => {
    await addWork()
    const { results } = await reassignWork(ctx(), {
      from: toEmail('off'),
      to: toEmail('noor'),
      items: ['PIR-CHG1', 'PIR-CHG4'],
    })
    expect(results.map(({ id, result }) => [id, result])).toEqual([
      ['PIR-CHG1', 'done'],
      ['PIR-CHG4', 'refused'],
    ])
    expect((await listLeavers(ctx())).rows[0]).toMatchObject({ open_reviews: 1, unfinished_actions: 1 })
  })
})

test('a person who left is not offered for mentions and gets neither mail nor digest', async () => {
  await addWork()
  const { people } = await listComments(ctx(), 'PIR-CHG4')
  expect(people.map(({ name }) => name)).toEqual(['back', 'manager', 'noor'])
  const rows = ['off', 'gone', 'owner', 'noor'].map((name) => ({
    ...toMailRow(
      { now: testNow },
      { recipient: toEmail(name), topic: 'notification', subject: 'S', content: { lead: 'L' } },
    ),
    attempts: 0,
    fault: null,
    sentAt: null,
  }))
  const refuse = await refuseRecipients(database.db, rows)
  expect(rows.map(refuse)).toEqual([
    'the account is disabled',
    'the person left the directory',
    'the person left the directory',
    null,
  ])
  await database.db.update(improvements).set({ targetDate: '2026-03-11' })
  const morning = new Date('2026-03-10T07:00:00.000Z')
  await writeDigests(testContext(database.db, manager, morning), { digest_hour: 7, time_zone: 'UTC' })
  const digests = await database.db.select({ recipient: mails.recipient }).from(mails)
  expect(digests.map(({ recipient }) => recipient)).not.toContain(toEmail('gone'))
})
