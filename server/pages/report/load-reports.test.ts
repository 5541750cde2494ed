import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { listMetricRecords as recordsContract } from '#lib/contracts/app/metrics.ts'
import { exampleMeasure } from '#lib/contracts/measures.ts'
import { describeVerdict } from '#lib/domain/measures/measures.ts'
import type { Report, ReportBlock } from '#lib/report/report.ts'
import { formatInline } from '#lib/report/report-text.ts'
import { packMetrics } from '#lib/report/weekly-pack.ts'
import { addReading, putMeasures } from '#server/changes/measures.ts'
import { listMetricRecords } from '#server/insights/list-records.ts'
import { provideTestRuntime, setTestRuntime } from '#server/platform/api/testing-call.ts'
import { completeReview } from '#server/reviews/commands/complete.ts'
import { reopenReview } from '#server/reviews/commands/reopen.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { getReview } from '#server/reviews/queries.ts'
import {
  createContext,
  fillReview,
  insertArticle,
  insertChange,
  insertIncident,
  insertOwed,
  noor,
  saveStep,
} from '#server/reviews/testing.ts'
import { changes } from '#server/schema/changes.ts'
import { loadReviewReport } from './load-review-report.ts'
import { loadWeeklyPack, resolveWeek } from './load-weekly-pack.ts'

const database = provideTestRuntime()
const week = { from: '2026-03-02', to: '2026-03-08' }
const ended = { plannedEnd: '2026-03-04T10:00:00.000Z', actualStart: '2026-03-04T09:00:00.000Z' }

beforeEach(() => setTestRuntime(database))
beforeAll(async () => {
  const inWeek = { ...ended, plannedStart: '2026-03-04T09:00:00.000Z', actualEnd: '2026-03-04T10:40:00.000Z' }
  await insertIncident(database.db, 'INC1', null)
  await insertChange(database.db, 'CHG1', { ...inWeek, pirOutcome: 'failed', pirCompleted: true })
  await insertOwed(database.db, 'CHG2', { dueOn: '2026-02-01' }, inWeek)
  await insertChange(database.db, 'CHG3', { ...inWeek, closeCode: 'failed' })
  const waived = {
    status: 'waived',
    waivedAt: '2026-03-05T09:00:00.000Z',
    waivedBy: 'Henrike',
    waiveReason: 'Twin',
  } as const
  await insertOwed(database.db, 'CHG4', waived, inWeek)
  const overridden = {
    status: 'completed',
    completedAt: '2026-03-06T09:00:00.000Z',
    proposedOutcome: 'failed',
  } as const
  await insertOwed(database.db, 'CHG5', overridden, { ...inWeek, pirOutcome: 'successful', pirCompleted: true })
  const lesson = { content: '# Pause the job', articleType: 'lesson', created: '2026-03-04' }
  await insertArticle(database.db, 'art_1', { ...lesson, sourceChange: 'CHG1' })
  await insertArticle(database.db, 'art_2', { ...lesson, created: '2026-03-09' })
  await insertArticle(database.db, 'art_3', { ...lesson, articleType: 'runbook' })
})

const findParts = (parts: Report['parts'], title: string): readonly ReportBlock[] =>
  parts.flatMap((part) => (part.kind === 'section' && part.title === title ? part.parts : []))

const readFacts = (parts: readonly ReportBlock[]): Record<string, string> =>
  Object.fromEntries(
    parts
      .flatMap((part) => (part.kind === 'facts' ? part.facts : []))
      .map((it) => [it.label, formatInline(it.value, 'UTC')]),
  )

const listRows = (parts: readonly ReportBlock[]): string[][] =>
  parts
    .flatMap((part) => (part.kind === 'table' ? part.rows : []))
    .map((row) => row.map((cell) => formatInline(cell, 'UTC')))

test('the report of a review begins with three lines and what happened when', async () => {
  await insertOwed(
    database.db,
    'CHG9',
    {},
    { ...ended, plannedStart: ended.actualStart, actualEnd: '2026-03-04T10:40:00.000Z' },
  )
  const ctx = createContext(database.db)
  expect((await loadReviewReport(ctx, 'CHG9'))?.facts).toEqual(['CHG9', { alarming: 'Not started' }])
  const review = await startReview(ctx, 'CHG9')
  const before = await loadReviewReport(ctx, 'CHG9')
  expect(readFacts(findParts(before?.parts ?? [], 'Summary'))).toEqual({
    'What changed': 'Normal change of payments-db, by Tomas Lind, done from 4 Mar 2026, 09:00 to 4 Mar 2026, 10:40.',
    'What happened': 'No outcome yet. Incidents not checked yet. Ended 40 minutes over the window.',
    'What follows': 'No improvement actions yet. No lessons yet.',
  })
  await saveStep(ctx, review, 'incidents', { decisions: [{ incident: 'INC1', decision: 'confirmed', reason: '' }] })
  const after = await loadReviewReport(ctx, 'CHG9')
  expect(readFacts(findParts(after?.parts ?? [], 'Summary'))['What happened']).toContain('Caused 1 incident: INC1')
  const [timeline] = findParts(after?.parts ?? [], 'Timeline')
  if (timeline?.kind !== 'timeline') throw new Error('has no timeline')
  expect(timeline.rows.map(({ kind }) => kind)).toEqual(['planned', 'actual', 'late', 'incident'])
})

test('a report quotes the objective that was judged, also once the change states another', async () => {
  const ctx = createContext(database.db)
  const quote = async () =>
    readFacts(findParts((await loadReviewReport(ctx, 'CHG11'))?.parts ?? [], 'Outcome')).Objective
  const promise = (objective: string) =>
    database.db.update(changes).set({ objective }).where(eq(changes.number, 'CHG11'))
  await insertOwed(database.db, 'CHG11', { needsSignOff: false })
  const review = await startReview(ctx, 'CHG11')
  expect(await quote()).toBe('No objective recorded')
  await saveStep(ctx, review, 'plan', { objective: 'Faster', objective_source: 'Request 7' })
  expect(await quote()).toBe('Faster (From Request 7, as the review states)')
  await promise('Half the\n  latency')
  expect(await quote()).toBe('Half the\n  latency (From the change record)')
  await fillReview(ctx, await getReview(ctx, review.reference))
  await completeReview(ctx, review.reference, {})
  await promise('Some of the latency')
  expect(await quote()).toBe('Half the\n  latency (From the change record)')
  await reopenReview(ctx, review.reference, 'Look again.')
  expect(await quote()).toBe('Some of the latency (From the change record)')
})

test('a report judges measures by the readings of its completion, whatever is read later', async () => {
  const ctx = createContext(database.db)
  const readMeasures = async () =>
    findParts((await loadReviewReport(ctx, 'CHG12'))?.parts ?? [], 'Outcome').flatMap((part) =>
      part.kind === 'measure' ? [describeVerdict(part.measure, part.work)] : [],
    )
  await insertOwed(database.db, 'CHG12', { needsSignOff: false })
  const { query, unit, better, target } = exampleMeasure
  const stated = { name: 'Latency', unit, better, target, baseline: null, abort_if: null, query }
  const { measures } = await putMeasures(ctx, 'CHG12', { measures: [stated] })
  const read = (value: number, taken_at: string) =>
    addReading(ctx, { number: 'CHG12', id: measures[0]?.id ?? '' }, { value, taken_at, source: 'Grafana' })
  expect(await readMeasures()).toEqual(['Not measured'])
  await read(205, '2026-03-01T04:00:00.000Z')
  const review = await startReview(ctx, 'CHG12')
  await fillReview(ctx, review)
  await completeReview(ctx, review.reference, {})
  await read(400, '2026-03-02T04:00:00.000Z')
  expect(await readMeasures()).toEqual(['Met: 205 ms'])
  await reopenReview(ctx, review.reference, 'Look again.')
  expect(await readMeasures()).toEqual(['Missed: 400 ms'])
})

test('the weekly pack has the figures and the records of Insights, and the lessons of the week', async () => {
  const ctx = createContext(database.db, noor, '2026-03-10T09:00:00.000Z')
  const { title, parts } = (await loadWeeklyPack(ctx, week)).report
  expect(title).toBe('Week 10, 2 Mar to 8 Mar 2026')
  expect(readFacts(findParts(parts, 'Summary'))).toMatchObject({
    'Changes that failed or caused an incident':
      '1 of 2 reviewed changes. Without an outcome yet: 1 change closed as failed',
    'Waived reviews': expect.stringMatching(/^1 of 2 /),
    'Outcomes chosen against the evidence': expect.stringMatching(/^1 of 1 /),
    'Lessons published': '1',
  })
  const sections = [
    'Overdue reviews',
    'Changes that failed or caused an incident',
    'Outcomes chosen against the evidence',
    'Waived reviews',
  ]
  for (const [index, name] of packMetrics.entries()) {
    const { rows, total } = await listMetricRecords(ctx, name, recordsContract.query.parse({ ...week, limit: '100' }))
    const reportRows = listRows(findParts(parts, sections[index] ?? ''))
    expect(reportRows.map(([id]) => id)).toEqual(rows.map(({ id }) => id))
    expect(reportRows).toHaveLength(total)
    expect(total, name).toBeGreaterThan(0)
  }
  expect(listRows(findParts(parts, 'Lessons published'))).toEqual([['Pause the job', 'CHG1']])
  const { report: empty } = await loadWeeklyPack(ctx, { from: '2025-03-03', to: '2025-03-09' })
  expect(listRows(findParts(empty.parts, 'Waived reviews'))).toEqual([])
})

test('the default is the last complete week of the organisation', async () => {
  const sunday = createContext(database.db, noor, '2026-03-08T23:30:00.000Z')
  expect(resolveWeek(sunday)).toEqual({ week: { from: '2026-02-23', to: '2026-03-01' }, current: week })
  const inCopenhagen = { ...sunday, zone: 'Europe/Copenhagen' }
  expect(resolveWeek(inCopenhagen).week).toEqual(week)
  expect(resolveWeek(inCopenhagen, '2026-02-28').week).toEqual({ from: '2026-02-23', to: '2026-03-01' })
})
