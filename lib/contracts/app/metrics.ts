import { z } from 'zod'
import { changeTypes } from '../changes.ts'
import { endpoint } from '../endpoint.ts'
import { CalendarDate, oneOf, Timestamp, text, wholeNumber } from '../primitives.ts'
import * as routes from '../routes.ts'
import { exampleInsights, exampleMetric, exampleRecords } from './metric-examples.ts'
import { countedOutcomes, metricBuckets, metricNames, metricParts, metricUnits } from './metric-values.ts'

const Day = CalendarDate.refine((day) => day >= '1900-01-01' && day <= '2999-12-31', {
  error: 'must lie in the years 1900 to 2999',
})

const scope = {
  from: Day.optional().describe('First day of the period, by UTC; the first of the month 11 months before `to`'),
  to: Day.optional().describe('Last day of the period, by UTC; today when left out'),
  team: text(254).optional().describe('Only changes of this team'),
  type: oneOf(changeTypes).optional().describe('Only changes of this type'),
  service: text(254).optional().describe('Only changes that touch this service'),
}

type Period = { from?: string | undefined; to?: string | undefined }

const isForwards = ({ from, to }: Period) => from === undefined || to === undefined || from <= to
const backwards = { path: ['from'], error: 'must not be after to' }

const Share = {
  value: z.number().nullable().describe('The metric; null where nothing was there to count'),
  numerator: z.int().min(0).describe('How many are counted; for a median, how many it rests on'),
  denominator: z.int().min(0).describe('Out of how many'),
}

const list = z.string().describe('Address of the page with the records behind this number')

export const Metric = z
  .object({
    name: oneOf(metricNames).describe('Which metric it is'),
    title: z.string().describe('What it is called'),
    unit: oneOf(metricUnits).describe('`share` is from 0 to 1, `count` the numerator, `days` a median'),
    ...Share,
    previous: z.object(Share).nullable().describe('The same in the period before; null for a metric of today'),
    definition: z.string().describe('What it tells, and how it is counted'),
    numerator_means: z.string().describe('What the numerator counts'),
    denominator_means: z.string().describe('What the denominator counts'),
    exclusions: z.array(z.string()).describe('What is left out of both'),
    list: list.describe('Address of the page with the records of the numerator'),
    denominator_list: list.describe('Address of the page with the records of the denominator'),
  })
  .meta({ id: 'Metric' })
export type Metric = z.infer<typeof Metric>

const outcomeCounts = {
  changes: z.int().min(0).describe('Changes that ended'),
  list,
  with_outcome: z
    .object({ count: z.int().min(0), list })
    .describe('Those of them that have an outcome, whichever it is'),
  outcomes: z
    .array(z.object({ outcome: oneOf(countedOutcomes), count: z.int().min(0), list }))
    .describe('How many of them had each outcome, in the order of the outcomes; `none` where no review told one'),
}

const span = {
  from: CalendarDate.describe('First day of it that lies in the period'),
  to: CalendarDate.describe('Last day of it that lies in the period'),
  is_whole: z.boolean().describe('Whether all of its days lie in the period and are past'),
}

export const OutcomeGroups = z
  .object({
    total: z.int().min(0).describe('How many there are'),
    groups: z
      .array(z.object({ key: z.string().nullable().describe('Null where none is recorded'), ...outcomeCounts }))
      .describe('Those with the most changes, at most 10'),
  })
  .meta({ id: 'OutcomeGroups' })
export type OutcomeGroups = z.infer<typeof OutcomeGroups>

export const Insights = z
  .object({
    computed_at: Timestamp.describe('When it was counted, all of it from one snapshot'),
    time_zone: z.literal('UTC').describe('Where days begin and end'),
    period: z.object({ from: CalendarDate, to: CalendarDate }).describe('The period asked for, both days included'),
    previous_period: z
      .object({ from: CalendarDate, to: CalendarDate })
      .describe('As many days, right before: what `previous` of each metric tells of'),
    bucket: oneOf(metricBuckets).describe('What the period is cut into'),
    metrics: z.array(Metric),
    outcomes_over_time: z.array(z.object({ ...span, ...outcomeCounts })).describe('By when the change ended'),
    by_team: OutcomeGroups,
    by_type: OutcomeGroups,
    by_service: OutcomeGroups.describe('A change that touches two services counts in both'),
    days_over_time: z
      .array(
        z.object({
          ...span,
          value: z.number().nullable().describe('Median days to review; null without a review'),
          reviews: z.int().min(0).describe('Reviews that the median rests on'),
          list,
        }),
      )
      .describe('By when the review was completed'),
  })
  .meta({ id: 'Insights' })
export type Insights = z.infer<typeof Insights>

export const MetricRecord = z
  .object({
    kind: oneOf(['change', 'improvement']).describe('What kind of record it is'),
    id: z.string().describe('Number of the change, or identifier of the action'),
    title: z.string(),
    team: z.string().nullable().describe('Team of the change; null for an action'),
    services: z.array(z.string()).describe('Services of the change'),
    day: CalendarDate.describe('Day by which it falls into the period: of end, completion or target, by UTC'),
    is_counted: z.boolean().describe('Whether it counts in the numerator'),
    why: z.string().describe('What it is counted or not counted for'),
  })
  .meta({ id: 'MetricRecord' })
export type MetricRecord = z.infer<typeof MetricRecord>

export const getInsights = endpoint({
  ...routes.getInsights,
  summary: 'Get the metrics of a period',
  description:
    'Each with its value, numerator, denominator, definition, exclusions and the address of the list behind it. The period has at most 3,660 days, the last 12 months where none is given. Days are those of UTC.',
  access: { role: 'viewer' },
  query: z
    .strictObject({ ...scope, bucket: oneOf(metricBuckets).default('month').describe('What the period is cut into') })
    .refine(isForwards, backwards),
  response: Insights,
  examples: { query: { from: '2025-04-01', to: '2026-03-31', type: 'normal' }, response: exampleInsights },
})

export const listMetricRecords = endpoint({
  ...routes.listMetricRecords,
  summary: 'List the records behind a metric',
  description: 'The latest day first. As many as the numerator or the denominator of the metric in the same period.',
  access: { role: 'viewer' },
  params: z.object({ name: oneOf(metricNames).describe('Which metric') }),
  query: z
    .strictObject({
      ...scope,
      part: oneOf(metricParts).default('numerator').describe('Records of the numerator, or all of the denominator'),
      page: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(1).describe('Page number, from 1'),
      limit: wholeNumber(1, 100).default(25).describe('Records per page'),
    })
    .refine(isForwards, backwards),
  response: z.object({ result: z.array(MetricRecord), total_count: z.int().min(0) }),
  examples: {
    params: { name: exampleMetric.name },
    query: { from: '2025-04-01', to: '2026-03-31' },
    response: exampleRecords,
  },
})
