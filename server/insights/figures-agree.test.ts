import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { getInsights as insightsContract, listMetricRecords as recordsContract } from '#lib/contracts/app/metrics.ts'
import { countQueue as countQueueContract, listQueue as listQueueContract } from '#lib/contracts/app/queue.ts'
import { listChanges as listChangesContract } from '#lib/contracts/changes.ts'
import type { Role } from '#lib/contracts/endpoint.ts'
import { listImprovements as listImprovementsContract } from '#lib/contracts/improvements.ts'
import { listIncidents as listIncidentsContract } from '#lib/contracts/incidents.ts'
import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import { addBusinessDays } from '#lib/domain/policy/business-days.ts'
import { listQueueFilterConditions, queueFilterKeys } from '#lib/domain/review/queue-filters.ts'
import { getDayInZone } from '#lib/time/local-day.ts'
import { listChanges } from '#server/changes/list-changes.ts'
import { listImprovements } from '#server/improvements/queries.ts'
import { listIncidents } from '#server/incidents/queries.ts'
import { provideTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { writeDigest } from '#server/reminders/digest/digest-content.ts'

import { insertAccount } from '#server/reviews/testing.ts'
import { getWorklist } from '#server/worklist/queries.ts'
import { countQueue } from '#server/worklist/queue/count-queue.ts'
import { listOwnTeams } from '#server/worklist/queue/own-teams.ts'
import { listQueue } from '#server/worklist/queue/queries.ts'
import { getInsights } from './get-insights.ts'
import { listMetricRecords } from './list-records.ts'
import { toBounds } from './scope.ts'
import { drawRecords, insertRecords, type RandomRecords } from './testing.ts'

/** In Auckland it is already the next day, in St John's still this one. */
const now = new Date('2025-11-20T15:00:00Z')

/** People of the generated reviews, by the number in their e-mail address. */
const chooseRole = (at: number): Role => (['manager', 'admin', 'viewer'] as const)[at] ?? 'reviewer'
const people = Array.from({ length: 15 }, (_, at) => {
  const person = testPerson(chooseRole(at), `acc_reviewer-${at}`)
  // The time zone of a person must not affect the counts.
  return { ...person, email: `reviewer-${at}@hindsight.example`, zone: 'Pacific/Kiritimati' }
})
const readers = people.slice(0, 6)

const isClosed = (status: string) => status === 'completed' || status === 'waived'

/**
 * Draws records in states that the service can leave: neither a stub nor a change that was cancelled or reviewed
 * elsewhere has an open review, and nothing was completed in the future.
 */
function drawYear(seed: number): RandomRecords {
  const { changes, actions, outages } = drawRecords(seed)
  const toReview = ({ review, isStub, state, pirCompleted }: (typeof changes)[number]) => {
    if (!review || ((isStub || state === 'canceled' || pirCompleted) && !isClosed(review.status))) return null
    return { ...review, completedAt: review.completedAt.replace(/^2026/, '2025').replace(/-(11|12)-\d\d/, '-10-01') }
  }
  return { actions, outages, changes: changes.map((change) => ({ ...change, review: toReview(change) })) }
}

const randomPart = fc.record({
  submittedBy: fc.nat({ max: 5 }),
  writer: fc.nat({ max: 5 }),
  implementer: fc.nat({ max: 5 }),
  owner: fc.nat({ max: 5 }),
  stated: fc.option(fc.nat({ max: 2 }), { nil: null }),
  isReturned: fc.boolean(),
  requester: fc.option(fc.nat({ max: 1 }), { freq: 3, nil: null }),
  risk: fc.constantFrom('low', 'moderate', 'high', 'very_high'),
  createdDaysAgo: fc.nat({ max: 3_000 }),
})

const requestBy = (email: string) => ({ at: now.toISOString(), by: email, email, reason: 'Covered by another review' })

/** Gives reviews, changes and actions the people who took part in them. */
async function insertParts({ db }: TestDatabase, { changes, actions }: RandomRecords, seed: number): Promise<void> {
  const parts = fc.sample(randomPart, { numRuns: changes.length, seed })
  const getEmail = (at: number) => people[at]?.email ?? ''
  for (const [index, part] of parts.entries()) {
    const number = changes[index]?.number
    const id = actions[index]?.id
    const returned = part.isReturned
      ? JSON.stringify({ kind: 'returned', at: now.toISOString(), by: 'Ada Manager', reason: 'Name the cause' })
      : null
    const request = part.requester === null ? null : JSON.stringify(requestBy(getEmail(part.requester)))
    await db.execute(
      sql`update changes set assigned_to = ${getEmail(part.implementer)}, risk = ${part.risk},
        created_at = ${now.toISOString()}::timestamptz - ${part.createdDaysAgo} * interval '1 day'
        where number = ${number}`,
    )
    await db.execute(sql`
      update reviews set implementer = ${part.stated === null ? null : getEmail(part.stated)}, writers = array[${getEmail(part.writer)}], form = 'full',
        submitted_by = case when status = 'awaiting_sign_off' then ${getEmail(part.submittedBy)} end,
        submitted_at = case when status = 'awaiting_sign_off' then ${now.toISOString()}::timestamptz end,
        waiver_request = case when status in ('not_started', 'in_progress', 'awaiting_sign_off') then ${request}::json end,
        returned = case when status in ('not_started', 'in_progress') then ${returned}::json end
      where change_number = ${number}`)
    await db.execute(sql`update improvements set owner = ${getEmail(part.owner)} where id = ${id ?? ''}`)
  }
}

describe.each([
  [31, 'UTC'],
  [32, 'Pacific/Auckland'],
  [33, 'America/St_Johns'],
])('figures of a generated year, seed %i, in days of %s', (seed, zone) => {
  const today = getDayInZone(now.toISOString(), zone)
  const database = provideTestDatabase()
  let records: RandomRecords
  beforeAll(async () => {
    records = drawYear(seed)
    for (const person of people) await insertAccount(database.db, person)
    await insertRecords(database.db, records)
    await insertParts(database, records, seed)
    await database.pool.query('analyze')
  })

  const createPersonContext = (person: (typeof people)[number]) => ({ ...testContext(database.db, person, now), zone })

  /** Counts by separate SQL. */
  async function countBy(query: ReturnType<typeof sql>): Promise<number> {
    const { rows } = await database.db.execute<{ count: string }>(query)
    return Number(rows[0]?.count)
  }
  const openReviews = (condition: ReturnType<typeof sql>) =>
    countBy(sql`
      select count(*) from reviews r join changes c on c.number = r.change_number
      where r.status in ('not_started', 'in_progress', 'awaiting_sign_off') and (${condition})`)
  const actionsWhere = (condition: ReturnType<typeof sql>) =>
    countBy(sql`select count(*) from improvements i where (${condition})`)

  /** Computes the expected value of each figure of a person. */
  async function recount({ email }: { email: string }) {
    const isMine = sql`r.reviewer = ${email}`
    const isLate = sql`r.due_on < ${today}::date`
    const isWaiting = sql`r.status = 'awaiting_sign_off'`
    const isRequested = sql`r.waiver_request is not null`
    const tookNoPart = sql`r.reviewer is distinct from ${email} and r.submitted_by is distinct from ${email}
      and r.implementer is distinct from ${email} and not ${email} = any(r.writers) and c.assigned_to is distinct from ${email}`
    const isOwn = sql`i.owner = ${email} and i.status in ('open', 'in_progress')`
    return {
      team: await countBy(sql`
        select count(*) from changes where assignment_group in (
          select assignment_group from changes
          where assigned_to = ${email} and created_at >= ${now.toISOString()}::timestamptz - interval '365 days')`),
      open: await openReviews(sql`true`),
      late: await openReviews(isLate),
      waiting: await openReviews(isWaiting),
      unassigned: await openReviews(sql`r.reviewer is null`),
      mine: await openReviews(isMine),
      week: await openReviews(sql`r.due_on between ${today}::date and ${today}::date + 6`),
      myReturned: await openReviews(sql`${isMine} and not ${isWaiting} and r.returned is not null`),
      myLate: await openReviews(sql`${isMine} and not ${isWaiting} and r.returned is null and ${isLate}`),
      myOthers: await openReviews(
        sql`${isMine} and not ${isWaiting} and r.returned is null and (r.due_on is null or not ${isLate})`,
      ),
      toSign: await openReviews(sql`${isWaiting} and not ${isRequested} and ${tookNoPart}`),
      toConfirm: await openReviews(sql`${isRequested} and r.waiver_request ->> 'email' <> ${email} and ${tookNoPart}`),
      toAssign: await openReviews(sql`r.reviewer is null and not ${isWaiting} and not ${isRequested}`),
      lateOfOthers: await openReviews(
        sql`${isLate} and not ${isWaiting} and not ${isRequested} and r.reviewer is not null and r.reviewer <> ${email}`,
      ),
      mail: await openReviews(
        sql`${isMine} and not ${isWaiting} and r.due_on <= ${addBusinessDays(today, 5, new Set())}::date`,
      ),
      actions: await actionsWhere(isOwn),
      lateActions: await actionsWhere(sql`${isOwn} and i.target_date < ${today}::date`),
      mailActions: await actionsWhere(sql`${isOwn} and i.target_date <= ${addDaysTo(today, 7)}::date`),
    }
  }

  test.each(readers)(
    'are the same on Today, in the queue, in the register and in the digest of a $role, $email',
    async (person) => {
      const ctx = createPersonContext(person)
      const worklist = await getWorklist(ctx)
      const chips = await countQueue(ctx, countQueueContract.query.parse({}))
      const again = await recount(person)

      const sections = Object.fromEntries(worklist.sections.map(({ section, total_count: total }) => [section, total]))
      const ofReviewer = { returned: again.myReturned, mine_overdue: again.myLate, mine: again.myOthers }
      const ofManager = {
        sign_off: again.toSign,
        confirm_waiver: again.toConfirm,
        unassigned: again.toAssign,
        overdue: again.lateOfOthers,
      }
      const isManager = person.role === 'manager' || person.role === 'admin'
      expect(sections).toEqual({
        ...(person.role === 'viewer' ? {} : ofReviewer),
        ...(isManager ? ofManager : {}),
      })
      expect([worklist.today, worklist.actions.total_count, worklist.actions.overdue_count]).toEqual([
        today,
        again.actions,
        again.lateActions,
      ])
      for (const { query, total_count: total } of worklist.sections) {
        expect([query, (await listQueue(ctx, listQueueContract.query.parse({ query }))).total]).toEqual([query, total])
      }

      expect(chips).toMatchObject({
        mine: again.mine,
        my_team: again.team,
        unassigned: again.unassigned,
        overdue: again.late,
        due_this_week: again.week,
        waiting: again.waiting,
        waivers: again.toConfirm,
        needs_review: again.open,
      })
      const conditions = listQueueFilterConditions({ email: person.email, teams: await listOwnTeams(ctx) })
      expect(Object.keys(conditions).length).toBe(queueFilterKeys.length)
      for (const key of queueFilterKeys) {
        const query = conditions[key]?.join(' AND ')
        expect([key, (await listQueue(ctx, listQueueContract.query.parse({ query }))).total]).toEqual([key, chips[key]])
      }

      const unfinished = `owner = "${person.email}" AND status IN (open, in_progress)`
      const register = await listImprovements(ctx, listImprovementsContract.query.parse({ query: unfinished }))
      expect(register.total).toBe(again.actions)

      const digest = await writeDigest(ctx, person, { today, holidays: new Set() })
      const mailed = Object.fromEntries(
        (digest?.sections ?? []).flatMap(({ heading }) => {
          const [, name, total] = /^(.*) \((\d+)\)$/.exec(heading) ?? []
          return name === undefined ? [] : [[name, Number(total)]]
        }),
      )
      const expected = {
        'Waiting for your sign-off': isManager ? again.toSign : 0,
        'Waivers to confirm': isManager ? again.toConfirm : 0,
        'Your reviews': again.mail,
        'Waiting for your verification': worklist.verifications.total_count,
        'Your actions': again.mailActions,
      }
      expect(mailed).toEqual(Object.fromEntries(Object.entries(expected).filter(([, total]) => total > 0)))
    },
  )

  test('are the same in Insights as in the queue and on Today', async () => {
    const manager = people[0] as (typeof people)[number]
    const ctx = createPersonContext(manager)
    const again = await recount(manager)
    const insights = await getInsights(ctx, insightsContract.query.parse({}))
    const { open_reviews: open, metrics, key_figures: figures } = insights
    expect(open.total.count).toBe(again.open)
    const late = metrics.find(({ name }) => name === 'overdue_reviews')?.numerator
    const last = figures.find(({ name }) => name === 'overdue_reviews')?.spans.at(-1)?.numerator
    expect([late, last]).toEqual([again.late, again.late])
    for (const { reviewer, open: own, overdue } of open.by_reviewer.groups) {
      const isTheirs = reviewer === null ? sql`r.reviewer is null` : sql`r.reviewer = ${reviewer}`
      expect([reviewer, own.count, overdue.count]).toEqual([
        reviewer,
        await openReviews(isTheirs),
        await openReviews(sql`${isTheirs} and r.due_on < ${today}::date`),
      ])
    }
  })

  test('are the same in the API: failed changes, changes that caused an incident, and their incidents', async () => {
    const ctx = createPersonContext(people[0] as (typeof people)[number])
    const period = { from: '2024-01-01', to: today }
    const { by_type: types } = await getInsights(ctx, insightsContract.query.parse(period))
    const failed = types.groups.flatMap(({ outcomes }) => outcomes.filter(({ outcome }) => outcome === 'failed'))
    const bounds = toBounds(period, zone)
    const query = `pir_outcome = failed AND actual_end >= "${bounds.from}" AND actual_end < "${bounds.before}" AND state != canceled AND is_stub = false`
    const { total } = await listChanges(ctx, listChangesContract.query.parse({ query }))
    expect(failed.reduce((sum, { count }) => sum + count, 0)).toBe(total)

    const caused = recordsContract.query.parse({ ...period, limit: '100' })
    const { rows } = await listMetricRecords(ctx, 'caused_incidents', caused)
    expect(rows.length).toBeGreaterThan(10)
    for (const { id: number } of rows) {
      const decisions = records.changes.find((change) => change.number === number)?.review?.decisions ?? []
      const confirmed = decisions.filter((decision) => decision === 'confirmed').length
      const ofChange = listIncidentsContract.query.parse({ query: `caused_by_change = "${number}"` })
      expect([number, (await listIncidents(ctx, ofChange)).total]).toEqual([number, confirmed])
      const queue = await listQueue(ctx, listQueueContract.query.parse({ query: `number = "${number}"` }))
      expect(queue.rows).toMatchObject([{ incident_count: decisions.length }])
    }
  })
})
