import { expect, test } from 'vitest'
import type { FactorCounts, Insights } from '#lib/contracts/app/metrics.ts'
import { buildQuarterFigures } from './quarter-report.ts'
import { writeReportMarkdown } from './report-text.ts'

const period = { from: '2026-07-01', to: '2026-09-30' }
const insights: Pick<Insights, 'period' | 'previous_period' | 'computed_at' | 'metrics'> = {
  period,
  previous_period: period,
  computed_at: '2026-10-02T10:00:00.000Z',
  metrics: [],
}

/** The quarter with as many changes and looked-at results, of which none or so many are worth a word. */
function writeQuarter(all: number, some: number): string {
  const list = '/changes'
  const factors: FactorCounts = {
    period,
    by_quarter: [],
    by_service: [],
    by_risk: [],
    checks: [],
    emergencies: { reviewed: all, unneeded: some },
    process: { ended: all, lead_days: 1, approved: all, approved_late: some, late_list: list },
    stakeholders: { asked: 0, answered: 0, changes: 0, list },
    second_looks: { taken: all, good: some, list, worse_list: list },
  }
  return writeReportMarkdown(
    buildQuarterFigures({ insights: insights as Insights, factors, pastFactors: factors }),
    'UTC',
  )
}

test.each([
  [1, 0, '1 approved normal change, none', '1 result looked at again, none were', '1 reviewed emergency change, none'],
  [3, 1, '3 approved normal changes, 1', '3 results looked at again, 1 was', '3 reviewed emergency changes, 1'],
])('sentences agree with the counts %i and %i', (all, some, approval, looks, emergencies) => {
  const text = writeQuarter(all, some)
  expect(text).toContain(`Of ${approval} began before the approval. Of ${looks} still good.`)
  expect(text).toContain(`Of ${emergencies} should have been planned.`)
})
