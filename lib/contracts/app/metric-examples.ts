const list = '/changes?query=type+%3D+normal'

export const exampleMetric = {
  name: 'change_failure_rate',
  title: 'Failed among reviewed changes',
  unit: 'share',
  value: 0.08,
  numerator: 12,
  denominator: 150,
  left_out: { count: 20, owed: 12, closed_as_failed: 1, of: 170, list },
  is_comparable: true,
  previous: { value: 0.1, numerator: 14, denominator: 140 },
  definition: 'Changes that failed or caused an incident, of those whose review recorded an outcome.',
  numerator_means: 'changes that failed or caused an incident',
  denominator_means: 'reviewed changes',
  exclusions: ['cancelled changes'],
  list: '/insights/change_failure_rate?from=2025-04-01&to=2026-03-31',
  denominator_list: '/insights/change_failure_rate?from=2025-04-01&to=2026-03-31&part=denominator',
} as const

const counts = {
  changes: 150,
  list,
  with_outcome: { count: 60, list },
  outcomes: [
    { outcome: 'successful', count: 40, list },
    { outcome: 'successful_with_issues', count: 9, list },
    { outcome: 'partially_successful', count: 4, list },
    { outcome: 'failed', count: 7, list },
    { outcome: 'none', count: 90, list },
  ],
} as const
const span = { from: '2025-04-01', to: '2026-03-31', is_whole: true }

export const exampleInsights = {
  computed_at: '2026-04-02T08:00:00.000Z',
  time_zone: 'UTC',
  period: { from: '2025-04-01', to: '2026-03-31' },
  previous_period: { from: '2024-04-01', to: '2025-03-31' },
  bucket: 'month',
  metrics: [exampleMetric],
  key_figures: [
    {
      name: 'change_failure_rate',
      limit: 'at_most',
      target: 0.1,
      is_met: true,
      spans: [{ ...span, value: 0.08, numerator: 12, denominator: 150 }],
    },
  ],
  open_reviews: {
    total: { count: 18, list },
    by_age: [{ age: 'up_to_7_days', count: 3, list }],
    by_reviewer: {
      total: 1,
      groups: [
        {
          reviewer: 'reviewer@hindsight.example',
          reviewer_name: 'Noor Haddad',
          open: { count: 7, list },
          overdue: { count: 2, list },
        },
      ],
    },
  },
  outcomes_over_time: [{ ...span, ...counts }],
  by_team: { total: 1, groups: [{ key: 'Databases', ...counts }] },
  by_type: { total: 1, groups: [{ key: 'normal', ...counts }] },
  by_service: { total: 1, groups: [{ key: 'payments-db', ...counts }] },
  days_over_time: [
    { ...span, value: 6.5, reviews: 58, list: '/insights/days_to_review?from=2025-04-01&to=2026-03-31' },
  ],
} as const

export const exampleRecords = {
  result: [
    {
      kind: 'change',
      id: 'CHG0000042',
      title: 'Upgrade the payments database to PostgreSQL 18',
      team: 'Databases',
      services: ['payments-db', 'payments-api'],
      day: '2026-03-01',
      is_counted: true,
      why: 'Caused INC0000107',
    },
  ],
  total_count: 1,
} as const

export const exampleOutcomes = {
  result: [
    {
      grouped_by: 'team',
      group: 'Databases',
      changes: 150,
      with_outcome: 60,
      successful: 40,
      successful_with_issues: 9,
      partially_successful: 4,
      failed: 7,
      none: 90,
    },
  ],
  total_count: 1,
} as const

export const exampleValues = {
  result: [
    {
      metric: 'change_failure_rate',
      title: exampleMetric.title,
      unit: 'share',
      from: '2026-03-01',
      to: '2026-03-31',
      is_whole: true,
      dimension: 'team',
      group: 'Databases',
      value: 0.1,
      numerator: 2,
      denominator: 20,
      definition: exampleMetric.definition,
      numerator_means: exampleMetric.numerator_means,
      denominator_means: exampleMetric.denominator_means,
      records:
        'https://hindsight.example.org/insights/change_failure_rate?from=2026-03-01&to=2026-03-31&team=Databases',
    },
  ],
  total_count: 1,
} as const
