import { z } from 'zod'
import { ChangeNumber, changeRisks, changeTypes, ReviewOutcome } from '#lib/contracts/changes.ts'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { pageOf, WholeList } from '#lib/contracts/pages.ts'
import { CalendarDate, oneOf, Timestamp, text } from '#lib/contracts/primitives.ts'
import {
  type CountedOutcome,
  countedOutcomes,
  keyFigureNames,
  metricBuckets,
  metricNames,
  metricParts,
  metricUnits,
  reviewAgeNames,
} from './metric-values.ts'
import { riskVerdicts } from './review-values.ts'

const ReportedDay = CalendarDate.refine((day) => day >= '1900-01-01' && day <= '2999-12-31', {
  error: 'must be in the years 1900 to 2999',
})

const scope = {
  from: ReportedDay.optional().describe(
    'First day of the period, in the time zone of the organisation. Default: the first of the month 11 months before `to`',
  ),
  to: ReportedDay.optional().describe('Last day of the period. Default: today'),
  team: text(254).optional().describe('Only changes of this team'),
  type: oneOf(changeTypes).optional().describe('Only changes of this type'),
  service: text(254).optional().describe('Only changes that affect this service'),
}

type OptionalPeriod = { from?: string | undefined; to?: string | undefined }

export const isForwards = ({ from, to }: OptionalPeriod) => from === undefined || to === undefined || from <= to
export const backwards = { path: ['from'], error: 'must not be after to' }

export const shareFields = {
  value: z.number().nullable().describe('Value; null without data'),
  numerator: z.int().min(0).describe('Number of records counted; for a median, the number of values'),
  denominator: z.int().min(0).describe('Number of records considered'),
}

const list = z.string().describe('URL of the page with the records behind this number')

export const unit = oneOf(metricUnits).describe(
  '`share` is from 0 to 1, `count` the numerator, `days` and `hours` a median, `per_week` the numerator by the days of the period until today',
)

const LeftOut = z
  .object({
    count: z.int().min(0).describe('Changes that ended and have no outcome'),
    owed: z.int().min(0).describe('Those that owe a review'),
    closed_as_failed: z.int().min(0).describe('Those closed as failed or backed out'),
    of: z.int().min(0).describe('Changes that ended'),
    list: list.describe('URL of the page with these changes'),
  })
  .meta({ id: 'LeftOut' })

export const Metric = z
  .object({
    name: oneOf(metricNames).describe('Name of the metric'),
    title: z.string().describe('Display name'),
    unit,
    ...shareFields,
    left_out: LeftOut.nullable().describe('For a rate over reviewed changes: what it leaves out; null elsewhere'),
    is_comparable: z
      .boolean()
      .describe('Whether the share of reviewed changes differs by at most 10 points from the previous period'),
    previous: z
      .object(shareFields)
      .nullable()
      .describe('The same for the previous period; null for metrics as of today'),
    definition: z.string().describe('What the metric measures and how'),
    numerator_means: z.string().describe('What the numerator counts'),
    denominator_means: z.string().describe('What the denominator counts'),
    exclusions: z.array(z.string()).describe('What neither numerator nor denominator includes'),
    list: list.describe('URL of the page with the records of the numerator'),
    denominator_list: list.describe('URL of the page with the records of the denominator'),
  })
  .meta({ id: 'Metric' })
export type Metric = z.infer<typeof Metric>

const outcomeCounts = {
  changes: z.int().min(0).describe('Changes that ended'),
  list,
  with_outcome: z.object({ count: z.int().min(0), list }).describe('Those with any outcome'),
  outcomes: z
    .array(z.object({ outcome: oneOf(countedOutcomes), count: z.int().min(0), list }))
    .describe('Number of changes by outcome; `none` when no review recorded one'),
}

export const span = {
  from: CalendarDate.describe('First day of the bucket within the period'),
  to: CalendarDate.describe('Last day of the bucket within the period'),
  is_whole: z.boolean().describe('Whether all its days are within the period and past'),
}

export const KeyFigure = z
  .object({
    name: oneOf(keyFigureNames).describe('The metric'),
    limit: oneOf(['at_least', 'at_most']).describe('Whether the target is a lower or an upper limit'),
    target: z.number().nullable().describe('The target, in the unit of the metric; null without one'),
    is_met: z
      .boolean()
      .nullable()
      .describe(
        'Whether the value of the period meets the target; null without either, and while reviews that are missing may decide it',
      ),
    spans: z
      .array(z.object({ ...span, ...shareFields }))
      .describe('The value of each of the last twelve buckets of the period until today, at the end of each'),
  })
  .meta({ id: 'KeyFigure' })
export type KeyFigure = z.infer<typeof KeyFigure>

export const OutcomeGroups = z
  .object({
    total: z.int().min(0).describe('Number of groups, including those not listed'),
    groups: z
      .array(z.object({ key: z.string().nullable().describe('Null when none is recorded'), ...outcomeCounts }))
      .describe('The groups with the most changes, at most 10'),
  })
  .meta({ id: 'OutcomeGroups' })
export type OutcomeGroups = z.infer<typeof OutcomeGroups>

const counted = z.object({ count: z.int().min(0), list })

export const OpenReviews = z
  .object({
    total: counted,
    by_age: z
      .array(counted.extend({ age: oneOf(reviewAgeNames).describe('How long ago they were due') }))
      .describe('Open reviews by the time since their due date'),
    by_reviewer: z.object({
      total: z.int().min(0).describe('Number of reviewers, including those not listed'),
      groups: z
        .array(
          z.object({
            reviewer: z.string().nullable().describe('E-mail address; null where nobody is assigned'),
            reviewer_name: z.string().nullable(),
            open: counted,
            overdue: counted,
          }),
        )
        .describe('The reviewers with the most open reviews, at most 10'),
    }),
  })
  .meta({ id: 'OpenReviews' })
export type OpenReviews = z.infer<typeof OpenReviews>

export const Insights = z
  .object({
    computed_at: Timestamp.describe('When the metrics were computed, from one snapshot'),
    time_zone: z.string().describe('Time zone of all days: that of the organisation'),
    period: z.object({ from: CalendarDate, to: CalendarDate }).describe('The requested period, both days included'),
    previous_period: z
      .object({ from: CalendarDate, to: CalendarDate })
      .describe('The period right before: as many whole months, else as many days; the basis of `previous`'),
    bucket: oneOf(metricBuckets).describe('How the period is divided'),
    metrics: z.array(Metric),
    key_figures: z.array(KeyFigure).describe('The figures that managers set targets for'),
    outcomes_over_time: z.array(z.object({ ...span, ...outcomeCounts })).describe('By end date of the change'),
    open_reviews: OpenReviews.describe('Open reviews now, independent of the period'),
    by_team: OutcomeGroups,
    by_type: OutcomeGroups,
    by_service: OutcomeGroups.describe('A change that affects two services counts in both'),
    days_over_time: z
      .array(
        z.object({
          ...span,
          value: z.number().nullable().describe('Median days to review; null without a review'),
          reviews: z.int().min(0).describe('Number of reviews in the median'),
          list,
        }),
      )
      .describe('By completion date of the review'),
  })
  .meta({ id: 'Insights' })
export type Insights = z.infer<typeof Insights>

export const MetricRecord = z
  .object({
    kind: oneOf(['change', 'improvement']).describe('Kind of record'),
    id: z.string().describe('Number of the change, or identifier of the action'),
    title: z.string(),
    team: z.string().nullable().describe('Team of the change; null for an action'),
    services: z.array(z.string()).describe('Services of the change'),
    day: CalendarDate.describe('Day that assigns it to the period: end, completion or target date'),
    is_counted: z.boolean().describe('Whether it is in the numerator'),
    why: z.string().describe('Why it is counted or not'),
  })
  .meta({ id: 'MetricRecord' })
export type MetricRecord = z.infer<typeof MetricRecord>

const count = z.int().min(0)

export const OutcomeRow = z
  .object({
    grouped_by: oneOf([...metricBuckets, 'team', 'type', 'service']).describe('What the group is'),
    group: z
      .string()
      .nullable()
      .describe('The first day of the bucket, or the key of the group; null when none is recorded'),
    changes: count.describe('Changes that ended'),
    with_outcome: count.describe('Those with any outcome'),
    successful: count,
    successful_with_issues: count,
    partially_successful: count,
    failed: count,
    none: count.describe('Those of which no review recorded an outcome'),
  } satisfies Record<CountedOutcome, z.ZodType> & Record<string, z.ZodType>)
  .meta({ id: 'OutcomeRow' })
export type OutcomeRow = z.infer<typeof OutcomeRow>

const MetricTarget = z.strictObject({
  target: z.number({ error: 'must be a number' }).min(0).nullable(),
})

export const insightsQuery = {
  ...scope,
  bucket: oneOf(metricBuckets).default('month').describe('How the period is divided'),
}

const viewers = endpointsFor('Insights', { role: 'viewer' })
const people = endpointsFor('Insights', { role: 'manager', onlyPeople: true })

export const getInsights = viewers.get('getInsights', '/insights', {
  summary: 'Get the metrics of a period',
  description:
    'Each metric has a value, numerator, denominator, definition, exclusions and the URL of its records. A past period counts what was known at its end; lists of changes show them as they are now. The period is at most 3,660 days and defaults to the last 12 months. Days are those of the organisation.',
  query: z.strictObject(insightsQuery).refine(isForwards, backwards),
  response: Insights,
  examples: { query: { from: '2025-04-01', to: '2026-03-31', type: 'normal' } },
})

const factor = z.string().describe('The contributing factor')
const changesOf = z.int().min(1).describe('Changes whose completed review names it')

const FactorCounts = z
  .object({
    period: z.object({ from: CalendarDate, to: CalendarDate }).describe('First and last day'),
    by_quarter: z.array(
      z.object({
        factor,
        quarter: CalendarDate.describe('First day of the quarter of the review'),
        changes: changesOf,
      }),
    ),
    checks: z
      .array(
        z.object({
          check: z.string().describe('The check with its answer, as the filter `check` names it'),
          wording: z.string().describe('Its last wording'),
          quarter: CalendarDate.describe('First day of the quarter of the review'),
          changes: z.int().min(1).describe('Changes whose completed review, or a stakeholder of it, answered so'),
        }),
      )
      .describe('Answers to checks, those of each in the order in which its last version offers them'),
    by_service: z.array(z.object({ factor, service: z.string().describe('An affected service'), changes: changesOf })),
    by_risk: z
      .array(
        z.object({
          risk: oneOf(changeRisks).nullable().describe('Rated risk; null when not rated'),
          verdict: oneOf(riskVerdicts)
            .nullable()
            .describe('What the review says of the rating; null without an answer'),
          outcome: ReviewOutcome,
          changes: z.int().min(1).describe('Changes whose review was completed'),
        }),
      )
      .describe('All changes whose review was completed in the period'),
    emergencies: z
      .object({
        reviewed: z.int().min(0),
        unneeded: z.int().min(0).describe('Those that were none, as the review says'),
      })
      .describe('Emergency changes whose review was completed in the period'),
    stakeholders: z
      .object({
        asked: z.int().min(0).describe('People who were asked, each once for a review'),
        answered: z.int().min(0).describe('Those who answered'),
        changes: z.int().min(0).describe('Changes whose review asked them'),
        list: z.string().describe('URL of the list of these changes'),
      })
      .describe('Stakeholders of changes whose review was completed in the period'),
    second_looks: z
      .object({
        taken: z.int().min(0).describe('Changes whose result was looked at again'),
        good: z.int().min(0).describe('Those of them that were still good, or better'),
        list,
        worse_list: list.describe('URL of the page with those that were worse'),
      })
      .describe('Changes whose review was completed in the period'),
    process: z
      .object({
        ended: z.int().min(0),
        lead_days: z.number().nullable().describe('Median days from their creation to their end; null without data'),
        approved: z.int().min(0).describe('Normal ones with a recorded approval'),
        approved_late: z.int().min(0).describe('Those of them that were approved after the work began'),
        late_list: list,
      })
      .describe('Changes that ended in the period, as recorded now'),
  })
  .meta({ id: 'FactorCounts' })
export type FactorCounts = z.infer<typeof FactorCounts>

export const countFactors = viewers.get('countFactors', '/insights/factors', {
  summary:
    'Count what contributed to changes that did not simply succeed, by quarter and by service, and how their risk was rated',
  description:
    'Changes whose review was completed in the period count in the quarter of the date of the review, and for each of their services. A review that is reopened counts again when it is completed.',
  query: z.strictObject(scope).refine(isForwards, backwards),
  response: FactorCounts,
  examples: { query: { from: '2025-04-01', to: '2026-03-31' } },
})

export const listRepeatedFactors = viewers.get('listRepeatedFactors', '/changes/{number}/repeated-factors', {
  summary:
    'List the factors that contributed more than once, in a year, to changes of a service that this change affects',
  params: ChangeNumber,
  response: z.object({
    result: z.array(z.object({ factor, service: z.string().describe('The service'), changes: changesOf })),
  }),
})

export const setMetricTarget = people.put('setMetricTarget', '/insights/{name}/target', {
  params: z.object({ name: oneOf(keyFigureNames).describe('Name of the metric') }),
  body: MetricTarget,
  response: MetricTarget,
  errors: [],
})

export const listOutcomes = viewers.get('listOutcomes', '/insights/outcomes', {
  summary: 'List the counts of changes by outcome, of each bucket, team, type and service',
  description: 'The rows of the tables of the page Insights: a bucket each, and the groups with the most changes.',
  query: z
    .strictObject({
      ...insightsQuery,
      ...pageOf('Rows', 100, 100),
      ...WholeList,
    })
    .refine(isForwards, backwards),
  response: z.object({ result: z.array(OutcomeRow), total_count: z.int().min(0) }),
  examples: { query: { from: '2025-04-01', to: '2026-03-31' } },
})

export const listMetricRecords = viewers.get('listMetricRecords', '/insights/{name}/records', {
  summary: 'List the records behind a metric',
  description: 'Latest day first. The total equals the numerator or the denominator of the metric for the same period.',
  params: z.object({ name: oneOf(metricNames).describe('Name of the metric') }),
  query: z
    .strictObject({
      ...scope,
      part: oneOf(metricParts).default('numerator').describe('Records in the numerator, or all of the denominator'),
      ...pageOf('Records', 100, 25),
      ...WholeList,
    })
    .refine(isForwards, backwards),
  response: z.object({ result: z.array(MetricRecord), total_count: z.int().min(0) }),
  examples: {
    params: { name: 'change_failure_rate' },
    query: { from: '2025-04-01', to: '2026-03-31' },
  },
  errors: [],
})
