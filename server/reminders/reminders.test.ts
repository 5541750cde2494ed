import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '#lib/contracts/endpoint.ts'
import { updateImprovement } from '#server/improvements/commands.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { type Context, createSystemActor } from '#server/platform/runtime/context.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { insertAccount, insertAction, insertOwed, noor } from '#server/reviews/testing.ts'
import { absences, accounts } from '#server/schema/access.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { improvements } from '#server/schema/improvements.ts'
import { notifications } from '#server/schema/notifications.ts'
import { holidays } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { remindOfActions, remindOfReviews, remindOfSignOffs } from './remind.ts'

const database = provideTestDatabase({
  empty: [notifications, reviews, changes, improvements, absences, accounts, holidays],
})
const henrike = 'henrike@hindsight.example'
const account = (name: string, role: Role) => ({ ...testPerson(role, `acc_${name}`), name })

beforeEach(async () => {
  const people = [
    account('noor', 'reviewer'),
    account('henrike', 'manager'),
    account('gone', 'manager'),
    account('root', 'admin'),
  ]
  for (const person of people) await insertAccount(database.db, person)
  await database.db.update(accounts).set({ isDisabled: true }).where(eq(accounts.id, 'acc_gone'))
})

/** Context of a job at 05:15 UTC of a day. */
const on = (day: string): Context =>
  testContext(database.db, createSystemActor('remind'), new Date(`${day}T05:15:00.000Z`))
const notified = async () => {
  const rows = await database.db
    .select()
    .from(notifications)
    .orderBy(asc(notifications.createdAt), asc(notifications.id))
  return rows.map(({ kind, recipient, title }) => `${kind} ${recipient.split('@')[0]}: ${title}`)
}
const eachDay = async (from: string, days: number, run: (ctx: Context) => Promise<void>) => {
  for (let day = 0; day < days; day += 1) {
    await run(on(new Date(Date.parse(`${from}T00:00:00Z`) + day * 86_400_000).toISOString().slice(0, 10)))
  }
}

const dueMails = () => database.db.$count(notifications, eq(notifications.isMailDue, true))

describe('remindOfReviews', () => {
  test('notifies the reviewer before and after the due date, then managers, each once', async () => {
    await insertOwed(database.db, 'CHG1', { reviewer: noor.email, reviewerName: 'Noor', dueOn: '2026-03-20' })
    await eachDay('2026-03-10', 60, remindOfReviews)
    expect(await notified()).toEqual([
      'review_reminder noor: The review PIR-CHG1 is due on 20 Mar 2026',
      'review_overdue noor: The review PIR-CHG1 was due on 20 Mar 2026',
      'review_overdue henrike: The review PIR-CHG1 was due on 20 Mar 2026',
    ])
    const days = await database.db.select({ at: notifications.createdAt }).from(notifications).orderBy(notifications.id)
    // Wednesday; Monday, since Saturday is not a business day; five business days after the due date.
    expect(days.map(({ at }) => at.slice(0, 10))).toEqual(['2026-03-18', '2026-03-23', '2026-03-27'])
    expect(await dueMails()).toBe(3)
  })

  test('notifies the delegate too while the reviewer is away, once', async () => {
    await insertOwed(database.db, 'CHG1', { reviewer: 'Noor@hindsight.example', dueOn: '2026-03-20' })
    const away = { startsOn: '2026-03-19', endsOn: '2026-03-20', delegateId: 'acc_henrike', updatedAt: '2026-03-01' }
    await database.db.insert(absences).values({ accountId: 'acc_noor', ...away })
    await eachDay('2026-03-16', 8, remindOfReviews)
    expect(await notified()).toEqual([
      'review_reminder noor: The review PIR-CHG1 is due on 20 Mar 2026',
      'review_reminder henrike: The review PIR-CHG1 is due on 20 Mar 2026',
      'review_overdue noor: The review PIR-CHG1 was due on 20 Mar 2026',
    ])
    const [, ofDelegate] = await readRows(database.db, notifications)
    expect(ofDelegate?.body).toContain('You stand in for noor, who is away until 20 Mar 2026.')
    expect(ofDelegate?.createdAt.slice(0, 10)).toBe('2026-03-19')
  })

  test('notifies again when the due date moves, and a new reviewer', async () => {
    const reference = await insertOwed(database.db, 'CHG1', { reviewer: noor.email, dueOn: '2026-03-20' })
    await remindOfReviews(on('2026-03-19'))
    await database.db.update(reviews).set({ reviewer: henrike }).where(eq(reviews.reference, reference))
    await remindOfReviews(on('2026-03-20'))
    await database.db.update(reviews).set({ dueOn: '2026-03-24' }).where(eq(reviews.reference, reference))
    await remindOfReviews(on('2026-03-23'))
    expect(await notified()).toEqual([
      'review_reminder noor: The review PIR-CHG1 is due on 20 Mar 2026',
      'review_reminder henrike: The review PIR-CHG1 is due on 20 Mar 2026',
      'review_reminder henrike: The review PIR-CHG1 is due on 24 Mar 2026',
    ])
  })

  test('notifies once when two processes run concurrently', async () => {
    for (const number of ['CHG1', 'CHG2', 'CHG3']) {
      await insertOwed(database.db, number, { reviewer: noor.email, dueOn: '2026-03-20' })
    }
    await Promise.all([1, 2, 3].map(() => remindOfReviews(on('2026-03-19'))))
    expect(await notified()).toHaveLength(3)
    expect(await dueMails()).toBe(3)
  })
})

describe('remindOfSignOffs', () => {
  const waits = {
    status: 'awaiting_sign_off',
    needsSignOff: true,
    reviewer: noor.email,
    reviewerName: 'Noor',
    submittedAt: '2026-03-18T16:20:00.000Z',
    submittedBy: noor.email,
  } as const

  test('notifies the people who may sign off after three business days, and then weekly', async () => {
    const reference = await insertOwed(database.db, 'CHG1', waits)
    await eachDay('2026-03-18', 14, remindOfSignOffs)
    await database.db.update(reviews).set({ status: 'completed' }).where(eq(reviews.reference, reference))
    await eachDay('2026-04-01', 14, remindOfSignOffs)
    const words = 'The review PIR-CHG1 has waited for sign-off since 18 Mar 2026'
    const eachTime = [`sign_off_reminder henrike: ${words}`, `sign_off_reminder root: ${words}`]
    expect((await notified()).toSorted()).toEqual([...eachTime, ...eachTime].toSorted())
    const rows = await readRows(database.db, notifications)
    expect(rows.map(({ createdAt }) => createdAt.slice(0, 10))).toEqual([
      '2026-03-23',
      '2026-03-23',
      '2026-03-30',
      '2026-03-30',
    ])
    expect(rows[0]).toMatchObject({
      body: 'CHG1: Change CHG1. The reviewer is Noor.',
      path: '/changes/CHG1/review/sign-off',
      isMailDue: true,
    })
  })

  test('reminds managers of a waiver that they may confirm, and not of the sign-off meanwhile', async () => {
    await insertAccount(database.db, account('paolo', 'manager'))
    const waiverRequest = {
      at: '2026-03-18T17:00:00.000Z',
      by: 'henrike',
      email: henrike,
      reason: 'Reviewed with another change',
    }
    await insertOwed(database.db, 'CHG1', { ...waits, waiverRequest })
    await insertOwed(database.db, 'CHG2', { needsSignOff: true, reviewer: noor.email, waiverRequest })
    await insertOwed(database.db, 'CHG3', { needsSignOff: true, status: 'waived', waiverRequest })
    await eachDay('2026-03-18', 14, remindOfSignOffs)
    const words = (change: string) => `The waiver of the review PIR-${change} has waited since 18 Mar 2026`
    const eachTime = ['CHG1', 'CHG2'].flatMap((change) =>
      ['paolo', 'root'].map((who) => `waiver_requested ${who}: ${words(change)}`),
    )
    expect((await notified()).toSorted()).toEqual([...eachTime, ...eachTime].toSorted())
    const [first] = await readRows(database.db, notifications)
    expect(first).toMatchObject({ body: 'CHG1: Change CHG1. henrike requested it.', path: '/changes/CHG1' })
  })
})

describe('remindOfActions', () => {
  const addAction = (id: string, values: Parameters<typeof insertAction>[2] = {}) =>
    insertAction(database.db, id, { owner: 'Owner@hindsight.example', ...values })

  const escalation = async () =>
    (await database.db.select().from(improvements).orderBy(improvements.id))[0]?.escalatedAt

  test('notifies the owner before and after the due date, and managers after 14 days, when it is escalated', async () => {
    await addAction('imp_1')
    await addAction('imp_2', { status: 'done' })
    await eachDay('2026-03-10', 24, remindOfActions)
    expect(await escalation()).toBeNull()
    await eachDay('2026-04-03', 30, remindOfActions)
    expect(await notified()).toEqual([
      'action_due owner: Due on 20 Mar 2026: Action imp_1',
      'action_overdue owner: Overdue since 20 Mar 2026: Action imp_1',
      'action_escalated henrike: Still not done, due on 20 Mar 2026: Action imp_1',
    ])
    expect(await escalation()).toBe('2026-04-03T05:15:00.000Z')
    const events = await readRows(database.db, auditEvents, { entityId: 'imp_1' })
    expect(events).toMatchObject([
      { action: 'update', changes: { escalated_at: { from: null, to: '2026-04-03T05:15:00.000Z' } } },
    ])
  })

  test('escalates again when it is late on a new date', async () => {
    await addAction('imp_1')
    await remindOfActions(on('2026-04-03'))
    const moved = testContext(database.db, testPerson('manager'), new Date('2026-04-07T09:00:00.000Z'))
    await updateImprovement(moved, 'imp_1', { title: 'Rehearse' })
    expect(await escalation()).toBe('2026-04-03T05:15:00.000Z')
    await updateImprovement(moved, 'imp_1', { target_date: '2026-05-04' })
    expect(await escalation()).toBeNull()
    const events = await database.db
      .select({ changes: auditEvents.changes })
      .from(auditEvents)
      .where(eq(auditEvents.at, moved.now.toISOString()))
    expect(events).toContainEqual({
      changes: {
        target_date: { from: '2026-03-20', to: '2026-05-04' },
        escalated_at: { from: '2026-04-03T05:15:00.000Z', to: null },
      },
    })
    await remindOfActions(on('2026-05-18'))
    expect((await notified()).filter((line) => line.startsWith('action_escalated'))).toEqual([
      'action_escalated henrike: Still not done, due on 20 Mar 2026: Action imp_1',
      'action_escalated henrike: Still not done, due on 4 May 2026: Rehearse',
    ])
    expect(await escalation()).toBe('2026-05-18T05:15:00.000Z')
  })

  test('asks owner and verifier whether a verified action still works', async () => {
    const verified = { status: 'verified', recheckOn: '2026-06-01', verifiedBy: 'checker@hindsight.example' } as const
    await addAction('imp_1', verified)
    await eachDay('2026-05-25', 20, remindOfActions)
    expect((await notified()).toSorted()).toEqual([
      'action_recheck checker: Does it still work? Action imp_1',
      'action_recheck owner: Does it still work? Action imp_1',
    ])
  })

  test('escalates to admins if there is no manager', async () => {
    await database.db.delete(accounts).where(eq(accounts.email, henrike))
    await addAction('imp_1')
    await remindOfActions(on('2026-04-03'))
    expect(await notified()).toContain('action_escalated root: Still not done, due on 20 Mar 2026: Action imp_1')
  })
})
