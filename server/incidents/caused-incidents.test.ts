import { beforeAll, expect, test } from 'vitest'
import { queryIncidents } from '#lib/api/review-queries.ts'
import { getInsights as insightsContract, listMetricRecords as recordsContract } from '#lib/contracts/app/metrics.ts'
import { getInsights } from '#server/insights/get-insights.ts'
import { listMetricRecords } from '#server/insights/list-records.ts'
import { loadReportData } from '#server/pages/report/load-review-report.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { findLinkedIncidents } from '#server/policy/policy-input.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { createContext, insertChange, insertIncident, saveStep } from '#server/reviews/testing.ts'
import { listQueue } from '#server/worklist/queue/queries.ts'
import { listIncidents } from './queries.ts'

const database = provideTestDatabase()
beforeAll(async () => {
  await insertIncident(database.db, 'INC1', null)
  await insertIncident(database.db, 'INC2', 'CHG2')
  await insertIncident(database.db, 'INC3', null)
  for (const number of ['CHG1', 'CHG2', 'CHG3'])
    await insertChange(database.db, number, { pirOutcome: 'successful_with_issues' })
})

const page = { page: 1, limit: 25 }
const period = { from: '2026-03-01', to: '2026-03-31' }

async function confirm(number: string, incident: string): Promise<void> {
  const review = await startReview(createContext(database.db), number)
  await saveStep(createContext(database.db), review, 'incidents', {
    decisions: [{ incident, decision: 'confirmed', reason: '' }],
  })
}

/** Counts the incidents of a change on each page that reports them. */
async function countEverywhere(number: string) {
  const ctx = createContext(database.db)
  const queue = await listQueue(ctx, { query: `number = ${number}`, ...page })
  const shown = await listIncidents(ctx, { ...queryIncidents(number), ...page })
  const api = await listIncidents(ctx, { query: `caused_by_change = ${number}`, ...page })
  const records = await listMetricRecords(ctx, 'caused_incidents', recordsContract.query.parse(period))
  const report = await loadReportData(ctx, number)
  return {
    queue: queue.rows[0]?.incident_count,
    page: shown.total,
    api: api.total,
    metrics: records.rows.filter(({ id }) => id === number).map(({ why }) => why),
    report: report?.review.steps.incidents.form.decisions.filter(({ decision }) => decision === 'confirmed').length,
    policy: (await findLinkedIncidents(database.db, [number])).get(number)?.length,
  }
}

test('page, queue, API, metrics, report and policy count a confirmed incident once', async () => {
  await confirm('CHG1', 'INC1')
  expect(await countEverywhere('CHG1')).toEqual({
    queue: 1,
    page: 1,
    api: 1,
    metrics: ['Caused INC1'],
    report: 1,
    policy: 1,
  })
  const { metrics } = await getInsights(createContext(database.db), insightsContract.query.parse(period))
  const numbers = metrics.map(({ name, numerator }) => [name, numerator])
  expect(numbers).toContainEqual(['caused_incidents', 1])
  expect(numbers).toContainEqual(['change_failure_rate', 1])
})

test('an incident that names the change and is also confirmed counts once', async () => {
  await confirm('CHG2', 'INC2')
  expect(await countEverywhere('CHG2')).toMatchObject({ queue: 1, page: 1, api: 1, report: 1, policy: 1 })
})
