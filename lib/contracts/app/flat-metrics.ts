import { z } from 'zod'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { pageOf, WholeList } from '#lib/contracts/pages.ts'
import { oneOf } from '#lib/contracts/primitives.ts'
import { metricDimensions, metricNames } from './metric-values.ts'
import { backwards, insightsQuery, isForwards, shareFields, span, unit } from './metrics.ts'

export const MetricValue = z
  .object({
    metric: oneOf(metricNames).describe('Name of the metric'),
    title: z.string().describe('Display name'),
    unit,
    ...span,
    dimension: oneOf(metricDimensions).describe('What the group is; `all` for no groups'),
    group: z.string().nullable().describe('Team, type or service; null for none, and without groups'),
    ...shareFields,
    definition: z.string().describe('What the metric measures and how'),
    numerator_means: z.string().describe('What the numerator counts'),
    denominator_means: z.string().describe('What the denominator counts'),
    records: z
      .string()
      .nullable()
      .describe(
        'URL of the page with the records of the numerator; null for those without a team, and for what was overdue at the end of an earlier bucket',
      ),
  })
  .meta({ id: 'MetricValue' })
export type MetricValue = z.infer<typeof MetricValue>

const viewers = endpointsFor('Insights', { role: 'viewer' })

export const listMetricValues = viewers.get('listMetricValues', '/insights/values', {
  summary: 'List the metrics by month or quarter, and by team, type or service, as flat rows',
  description:
    'For BI tools: one row for each metric, bucket and group, with its definition and the URL of its records. Without groups every bucket has a row; with groups, those with records. `overdue_reviews` is as of the end of each bucket, until today. Actions belong to the group of the change from whose review they come.',
  query: z
    .strictObject({
      ...insightsQuery,
      metric: oneOf(metricNames).optional().describe('Only this metric'),
      by: oneOf(metricDimensions).default('all').describe('How each bucket is divided'),
      ...pageOf('Rows', 1000, 1000),
      ...WholeList,
    })
    .refine(isForwards, backwards)
    .refine((query) => query.by === 'all' || query[query.by] === undefined, {
      path: ['by'],
      error: 'must not be what the rows are filtered by',
    }),
  response: z.object({ result: z.array(MetricValue), total_count: z.int().min(0) }),
  examples: {
    query: { from: '2026-01-01', to: '2026-03-31', metric: 'change_failure_rate', by: 'team' },
  },
})
