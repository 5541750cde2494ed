import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { TooltipProvider } from 'radix-ui/tooltip'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { countedOutcomes, keyFigureNames, metricNames, reviewAgeNames } from '#lib/contracts/app/metric-values.ts'
import type { Insights } from '#lib/contracts/app/metrics.ts'
import { metricDefinitions } from '#lib/domain/metrics/metric-definitions.ts'
import { endedChangesHref, openReviewsHref, recordsHref } from '#lib/domain/metrics/metric-lists.ts'
import { listLastBuckets } from '#lib/domain/metrics/metric-period.ts'
import { InsightsBoard } from './insights-board.tsx'

vi.mock('next/navigation', () => ({ useRouter: () => ({}) }))

const today = '2026-11-28'
const period = { from: '2025-12-01', to: today }
const share = { value: 0.25, numerator: 250, denominator: 1000 }
const spans = listLastBuckets(today, 'month', today).map(({ from, to, isWhole }) => ({ from, to, is_whole: isWhole }))

/** Counts of a bar, with links as long as those in another zone than UTC. */
function countOutcomes(filters: Parameters<typeof endedChangesHref>[1]) {
  const bounds = { from: '2025-11-30T11:00:00.000Z', before: '2026-11-28T11:00:00.000Z' }
  const list = (outcome?: (typeof countedOutcomes)[number] | 'any') =>
    endedChangesHref(bounds, { ...filters, ...(outcome && { outcome }) })
  return {
    changes: 1000,
    list: list(),
    with_outcome: { count: 800, list: list('any') },
    outcomes: countedOutcomes.map((outcome) => ({ outcome, count: 200, list: list(outcome) })),
  }
}

const groups = (by: 'team' | 'alsoAffects') => ({
  total: 40,
  groups: Array.from({ length: 10 }, (_, at) => ({
    key: `Payments ${at}`,
    ...countOutcomes({ [by]: `Payments ${at}` }),
  })),
})
const open = { count: 12, list: openReviewsHref({ reviewer: 'noor.haddad@hindsight.example', isOverdue: true }) }

const insights: Insights = {
  computed_at: `${today}T08:00:00.000Z`,
  time_zone: 'Pacific/Auckland',
  period,
  previous_period: { from: '2024-12-03', to: '2025-11-30' },
  bucket: 'month',
  metrics: metricNames.map((name) => {
    const { title, unit, definition, numeratorMeans, denominatorMeans, exclusions } = metricDefinitions[name]
    return {
      name,
      title,
      unit,
      ...share,
      left_out: null,
      is_comparable: true,
      previous: share,
      definition,
      numerator_means: numeratorMeans,
      denominator_means: denominatorMeans,
      exclusions: [...exclusions],
      list: recordsHref(name, period, {}),
      denominator_list: recordsHref(name, period, {}, 'denominator'),
    }
  }),
  key_figures: keyFigureNames.map((name) => ({
    name,
    limit: 'at_least',
    target: 0.2,
    is_met: true,
    spans: spans.map((span) => ({ ...span, ...share })),
  })),
  outcomes_over_time: spans.map((span) => ({ ...span, ...countOutcomes({}) })),
  open_reviews: {
    total: open,
    by_age: reviewAgeNames.map((age) => ({ age, ...open })),
    by_reviewer: {
      total: 20,
      groups: Array.from({ length: 10 }, (_, at) => ({
        reviewer: `person-${at}@hindsight.example`,
        reviewer_name: `Person ${at}`,
        open,
        overdue: open,
      })),
    },
  },
  by_team: groups('team'),
  by_service: groups('alsoAffects'),
  by_type: {
    total: 3,
    groups: ['standard', 'normal', 'emergency'].map((key) => ({ key, ...countOutcomes({ type: key }) })),
  },
  days_over_time: spans.map((span) => ({
    ...span,
    value: 6.5,
    reviews: 40,
    list: recordsHref('days_to_review', span, {}),
  })),
}

const render = (table?: string) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <InsightsBoard
          insights={insights}
          query={{ bucket: 'month' }}
          values={{ teams: [], services: [] }}
          table={table}
          canSetTargets={false}
        />
      </TooltipProvider>
    </QueryClientProvider>,
  )

test('the board of twelve months is light: it has no table, with hundreds of links, until one is asked for', () => {
  const board = render()
  expect(board.length).toBeLessThan(90_000)
  expect(board).not.toContain('Outcomes by team, as a table')
  expect(render('outcomes-by-team')).toContain('Outcomes by team, as a table')
})

test('the key figures share the months that they show, and mark the partial one', () => {
  expect(render().match(/Dec 2025 – Nov 2026 \(partial\)/g)).toHaveLength(keyFigureNames.length)
})
