import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { resolvePeriod } from '#lib/domain/metrics/metric-period.ts'
import { EmptyPeriod } from './insights-board.tsx'
import type { MetricQuery } from './metric-query.ts'

const today = '2026-03-10'
const offered = 'Show the last 12 months'
const shown = (query: Partial<MetricQuery>) =>
  renderToStaticMarkup(<EmptyPeriod query={query} period={resolvePeriod(query, today)} today={today} />)

test.each([{}, { from: '2024-01-01', to: '2026-03-10' }])('the last 12 months are not offered in %o', (query) => {
  expect(shown(query)).not.toContain(offered)
  expect(shown(query)).toContain('import your changes first')
})

test.each([{ from: '2026-03-01' }, { service: 'payments-db' }, { team: 'Noor Haddad' }, { type: 'normal' }] as const)(
  'the last 12 months are offered in %o',
  (query) => expect(shown(query)).toContain(offered),
)
