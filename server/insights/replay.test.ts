import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listMetricValues as valuesContract } from '#lib/contracts/app/flat-metrics.ts'
import { metricNames } from '#lib/contracts/app/metric-values.ts'
import { getInsights as contract } from '#lib/contracts/app/metrics.ts'
import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'
import { getStartOfDayIn } from '#lib/time/wall-clock.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { testContext, testToken } from '#server/platform/runtime/testing-context.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { updateChange } from '#server/reviews/api-writes/update-change.ts'
import { followCancellations } from '#server/reviews/commands/cancel.ts'
import { extendReview } from '#server/reviews/commands/extend.ts'
import { reopenReview } from '#server/reviews/commands/reopen.ts'
import { waiveReview } from '#server/reviews/commands/waive.ts'
import {
  henrike,
  insertAction,
  insertChange,
  insertDecision,
  insertIncident,
  insertOwed,
  noor,
  paolo,
} from '#server/reviews/testing.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { formerStates } from '#server/schema/former-states.ts'
import { improvements } from '#server/schema/improvements.ts'
import { reviews } from '#server/schema/reviews.ts'
import { getInsights } from './get-insights.ts'
import { listMetricValues } from './list-values.ts'

const zone = 'Pacific/Auckland'
const first = '2026-01-01'
const last = '2026-12-31'
/** The days on which people work and figures are taken; all of the year with `HINDSIGHT_RUNS=10`. */
const workDays = Math.min(runs(40), 365)

const draw = fc.record({
  changes: fc.array(
    fc.record({
      risk: fc.constantFrom('low' as const, 'low' as const, 'high' as const),
      type: fc.constantFrom('normal' as const, 'emergency' as const),
      closeCode: fc.constantFrom('successful' as const, 'failed' as const, 'backed_out' as const),
      due: fc.integer({ min: 1, max: 12 }),
      isOwed: fc.boolean(),
      hasAction: fc.boolean(),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  moves: fc.array(
    fc.record({
      kind: fc.constantFrom(
        ...(['complete', 'complete', 'reopen', 'take_back', 'waive', 'extend', 'cancel', 'restore'] as const),
        ...([
          'write',
          'confirm',
          'withdraw',
          'done',
          'undone',
          'move_target',
          'drop_action',
          'roll_back',
          'resolve',
          ...(['reclassify', 'reclassify', 'move_end', 'correct_incident', 'correct_incident'] as const),
        ] as const),
      ),
      pick: fc.nat(),
      outcome: fc.constantFrom('successful' as const, 'failed' as const, 'partially_successful' as const),
      days: fc.integer({ min: 1, max: 20 }),
    }),
    { minLength: 8, maxLength: 10 },
  ),
})

const database = provideTestDatabase()

test('each figure is the same on its day and at the end of a year of corrections', async () => {
  const { db } = database
  const at = (day: string, time = '15:00:00') =>
    new Date(Date.parse(getStartOfDayIn(day, zone)) + Date.parse(`1970-01-01T${time}Z`))
  const as = (actor: Actor, now: Date) => ({ ...testContext(db, actor, now), zone })
  const days = Array.from({ length: workDays }, (_, index) => addDaysTo(first, Math.floor((index * 365) / workDays)))
  const drawn = fc.sample(draw, { numRuns: days.length, seed: 2026 })

  const findNumbers = async (statuses: (typeof reviews.$inferSelect)['status'][]) =>
    (
      await db
        .select({ number: reviews.changeNumber })
        .from(reviews)
        .where(inArray(reviews.status, statuses))
        .orderBy(reviews.changeNumber)
    ).map(({ number }) => number)
  const done = new Map<string, number>()

  async function move({ kind, pick, outcome, days: later }: (typeof drawn)[number]['moves'][number], now: Date) {
    const updatedAt = now.toISOString()
    const open = await findNumbers(['not_started', 'in_progress'])
    const completed = await findNumbers(['completed'])
    const actions = await readRows(db, improvements)
    const choose = <Value>(values: readonly Value[]) => values[pick % Math.max(values.length, 1)]
    const corrected = kind === 'reclassify' || kind === 'move_end' ? [...open, ...completed] : open
    const number = choose(['reopen', 'take_back', 'write'].includes(kind) ? completed : corrected)
    const reference = `PIR-${number}`
    const action = choose(actions)
    const writeAction = (set: Partial<typeof improvements.$inferInsert>) =>
      action &&
      db
        .update(improvements)
        .set({ ...set, updatedAt })
        .where(eq(improvements.id, action.id))
    const setState = (state: 'canceled' | 'review', numbers: readonly (string | undefined)[]) =>
      db
        .update(changes)
        .set({ state, updatedAt })
        .where(
          inArray(
            changes.number,
            numbers.flatMap((one) => one ?? []),
          ),
        )
    if (number === undefined) return
    const [review] = await readRows(db, reviews, { reference })
    const byToken = as(testToken, now)
    switch (kind) {
      case 'complete':
        await updateChange(byToken, number, { pir_completed: true, pir_outcome: outcome })
        return db
          .update(reviews)
          .set({ proposedOutcome: 'successful', updatedAt })
          .where(eq(reviews.reference, reference))
      case 'write':
        return updateChange(byToken, number, { pir_outcome: outcome })
      case 'take_back':
        return updateChange(byToken, number, { pir_completed: false })
      case 'reopen':
        return reopenReview(as(henrike, now), reference, 'A fourth incident.')
      case 'waive':
        return waiveReview(as(review?.reviewer === henrike.email ? paolo : henrike, now), reference, 'Twice the same.')
      case 'extend': {
        const dueOn = addDaysTo(review?.dueOn ?? last, later)
        return extendReview(as(henrike, now), reference, { due_on: dueOn, reason: 'The vendor is late.' }).catch(
          () => null,
        )
      }
      case 'cancel':
        await setState('canceled', [number])
        return followCancellations(as(henrike, now))
      case 'restore': {
        const cancelled = await db.select().from(changes).where(eq(changes.state, 'canceled')).orderBy(changes.number)
        await setState('review', [choose(cancelled)?.number])
        return followCancellations(as(henrike, now))
      }
      case 'confirm':
      case 'withdraw':
        return db
          .update(incidents)
          .set({ causedByChange: kind === 'confirm' ? number : null, updatedAt })
          .where(and(eq(incidents.number, `INC-${choose([...open, ...completed])}`)))
      case 'resolve':
        return db
          .update(incidents)
          .set({ resolvedAt: updatedAt, updatedAt })
          .where(and(isNull(incidents.resolvedAt), isNotNull(incidents.causedByChange)))
      case 'roll_back':
        return db
          .update(changes)
          .set({ rolledBackAt: updatedAt, closeCode: 'backed_out', updatedAt })
          .where(and(eq(changes.number, number), isNull(changes.rolledBackAt)))
      case 'reclassify':
        return db
          .update(changes)
          .set({
            type: outcome === 'failed' ? 'standard' : 'emergency',
            assignmentGroup: `Team ${later % 3}`,
            affectedServices: [`service-${later % 4}`],
            updatedAt,
          })
          .where(eq(changes.number, number))
      case 'move_end': {
        const moved = at(addDaysTo(updatedAt.slice(0, 10), -later)).toISOString()
        return db
          .update(changes)
          .set({ actualEnd: outcome === 'failed' ? null : moved, rolledBackAt: null, updatedAt })
          .where(and(eq(changes.number, number), isNotNull(changes.actualEnd)))
      }
      case 'correct_incident':
        return db
          .update(incidents)
          .set({
            openedAt: sql`${incidents.openedAt} - ${later} * interval '1 hour'`,
            resolvedAt: sql`${incidents.resolvedAt} + interval '1 hour'`,
            updatedAt,
          })
          .where(isNotNull(incidents.causedByChange))
      case 'done':
        return writeAction({ status: 'done', doneAt: updatedAt })
      case 'undone':
        return writeAction({ status: 'open', doneAt: null })
      case 'move_target':
        return action && writeAction({ targetDate: addDaysTo(action.targetDate, later) })
      case 'drop_action':
        return writeAction({ status: action?.status === 'cancelled' ? 'open' : 'cancelled' })
    }
  }

  async function work(day: string, { changes: ended, moves }: (typeof drawn)[number]) {
    const now = at(day)
    const moment = now.toISOString()
    for (const [index, { risk, type, closeCode, due, isOwed, hasAction }] of ended.entries()) {
      const number = `CHG-${day}-${index}`
      const change = {
        risk,
        type,
        closeCode,
        actualStart: moment,
        actualEnd: moment,
        createdAt: moment,
        updatedAt: moment,
      }
      const review = { dueOn: addDaysTo(day, due), reviewer: noor.email, createdAt: moment, updatedAt: moment }
      const reference = await insertOwed(db, number, review, change)
      // Rework is counted by the incidents as they are recorded now, so those that are corrected are of another service.
      await insertIncident(db, `INC-${number}`, null, { affectedService: 'mail', openedAt: moment })
      if (isOwed) await insertIncident(db, `OUT-${number}`, null, { openedAt: moment })
      await insertDecision(db, number, { isOwed, decidedAt: moment })
      if (!hasAction) continue
      const times = { targetDate: addDaysTo(day, due), createdAt: moment, updatedAt: moment }
      await insertAction(db, `imp_${number}`, { sourceRef: reference, ...times })
    }
    for (const one of moves) {
      await move(one, now)
      done.set(one.kind, (done.get(one.kind) ?? 0) + 1)
    }
  }

  /** All metrics of a day or a month, and what the page shows of the month, as they are read at a moment. */
  async function take(from: string, to: string, now: Date) {
    const ctx = as(henrike, now)
    const query = valuesContract.query.parse({ from, to, limit: '1000' })
    const { rows } = await listMetricValues(ctx, query, '')
    const values = rows.map(({ metric, numerator, denominator, value }) => ({ metric, numerator, denominator, value }))
    if (from === to) return { values }
    const shown = await getInsights(ctx, contract.query.parse({ from, to }))
    return {
      values,
      metrics: shown.metrics.filter(({ name }) => name !== 'overdue_reviews'),
      figures: shown.key_figures.filter(({ name }) => name !== 'overdue_reviews'),
      outcomes: [shown.outcomes_over_time, shown.by_team, shown.by_type, shown.by_service],
      days: shown.days_over_time,
    }
  }

  const taken: { readonly from: string; readonly to: string; readonly figures: Awaited<ReturnType<typeof take>> }[] = []
  const read = async (from: string, to: string) =>
    taken.push({ from, to, figures: await take(from, to, at(addDaysTo(to, 1), '00:00:00')) })
  for (const [index, day] of days.entries()) {
    const today = drawn[index]
    if (today) await work(day, today)
    await read(day, day)
    const next = days[index + 1] ?? addDaysTo(last, 1)
    if (next.slice(0, 7) !== day.slice(0, 7))
      await read(`${day.slice(0, 7)}-01`, addDaysTo(`${next.slice(0, 7)}-01`, -1))
  }

  expect(
    new Set(taken.flatMap(({ figures }) => figures.values.flatMap((one) => (one.denominator > 0 ? one.metric : []))))
      .size,
  ).toBe(metricNames.length)
  expect(done.size).toBe(19)
  expect(await db.$count(formerStates)).toBeGreaterThan(60)
  for (const { from, to, figures } of taken) {
    expect([from, to, await take(from, to, at(addDaysTo(last, 2)))]).toEqual([from, to, figures])
  }
}, 600_000)

test('an incident that retention deletes stays in the figures of its month', async () => {
  const { db } = database
  const moment = '2025-06-15T10:00:00.000Z'
  await insertChange(db, 'CHG-DELETED', { actualEnd: moment, createdAt: moment, updatedAt: moment })
  await insertIncident(db, 'INC-DELETED', null, { openedAt: moment, causedByChange: 'CHG-DELETED' })
  const ctx = { ...testContext(db, henrike, new Date()), zone }
  const query = valuesContract.query.parse({ from: '2025-06-01', to: '2025-06-30', metric: 'dora_failure_rate' })
  const take = async () => (await listMetricValues(ctx, query, '')).rows.map(({ numerator }) => numerator)
  expect(await take()).toEqual([1])
  await db.delete(incidents).where(eq(incidents.number, 'INC-DELETED'))
  expect(await take()).toEqual([1])
})
