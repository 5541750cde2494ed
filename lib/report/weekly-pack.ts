import type { MetricName } from '#lib/contracts/app/metric-values.ts'
import type { Metric, MetricRecord } from '#lib/contracts/app/metrics.ts'
import { recordsHref } from '#lib/domain/metrics/metric-lists.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { describeCount } from '#lib/text/counted.ts'
import { formatWeek, type Week } from '#lib/time/week.ts'
import { buildTable, type Inline, type Report, type ReportBlock, section, wideFact } from './report.ts'

/** The metrics whose records the pack lists, in order. */
export const packMetrics = [
  'overdue_reviews',
  'change_failure_rate',
  'overridden_proposals',
  'waived_reviews',
] as const satisfies readonly MetricName[]
type PackMetric = (typeof packMetrics)[number]

/** Maximum records of a section. */
export const packRecords = 100

export type WeeklyData = {
  readonly week: Week
  readonly at: string
  readonly metrics: readonly Metric[]
  /** The records of the numerators, latest first. */
  readonly records: ReadonlyMap<PackMetric, readonly MetricRecord[]>
  /** Changes that ended in earlier weeks, failed or caused an incident, and were reviewed in this one. */
  readonly late: {
    readonly rows: readonly MetricRecord[]
    readonly totals: { readonly numerator: number; readonly denominator: number }
  }
  readonly lessons: {
    readonly total: number
    readonly rows: readonly { readonly id: string; readonly title: string; readonly change: string | null }[]
  }
}

const titles: Readonly<Record<PackMetric, readonly [title: string, empty: string]>> = {
  overdue_reviews: ['Overdue reviews', 'No review is overdue.'],
  change_failure_rate: ['Changes that failed or caused an incident', 'None of the reviewed changes.'],
  overridden_proposals: ['Outcomes chosen against the evidence', 'No outcome differs from the evidence.'],
  waived_reviews: ['Waived reviews', 'No review was waived.'],
}
const lateTitle = 'Earlier changes that failed or caused an incident'

const dayMeanings: Readonly<Record<PackMetric, string>> = {
  overdue_reviews: 'due',
  change_failure_rate: 'ended',
  overridden_proposals: 'reviewed',
  waived_reviews: 'waived',
}

export const filterLessons = ({ from, to }: Week): string =>
  `metadata.article_type = lesson AND metadata.created >= ${from} AND metadata.created <= ${to}`

/**
 * Builds the pack for the weekly meeting of a change advisory board: the figures of Insights for a week, and their
 * records.
 */
export function buildWeeklyPack(data: WeeklyData): Report {
  const { week, at, lessons } = data
  return {
    kind: 'Weekly pack of reviews',
    title: formatWeek(week),
    facts: [],
    parts: [
      section('Summary', {
        kind: 'facts',
        facts: [
          ...packMetrics.flatMap((name) => [
            wideFact(titles[name][0], describeFigure(data, name)),
            ...(name === 'change_failure_rate' ? [wideFact(lateTitle, lateFigure(data))] : []),
          ]),
          wideFact('Lessons published', String(lessons.total)),
        ],
      }),
      ...packMetrics.flatMap((name) => [
        metricSection(data, name),
        ...(name === 'change_failure_rate' ? [lateSection(data)] : []),
      ]),
      section(
        'Lessons published',
        buildTable(
          'Lessons published',
          lessons.rows,
          [
            ['Lesson', ({ id, title }) => ({ link: title, path: pagePaths.article(id) })],
            ['Change', ({ change }) => (change ? { link: change, path: pagePaths.change(change) } : '')],
          ],
          'No lesson was published.',
        ),
        more(
          lessons.total - lessons.rows.length,
          `${pagePaths.knowledge}?${new URLSearchParams({ query: filterLessons(week) })}`,
        ),
      ),
    ],
    closing: ['Overdue reviews are those of ', { moment: at }, ', all else is of the week.'],
    at,
  }
}

const findMetric = ({ metrics }: WeeklyData, name: PackMetric) => metrics.find((metric) => metric.name === name)

/** Describes a figure as in Insights, with the changes that it does not count. */
function describeFigure(data: WeeklyData, name: PackMetric): Inline {
  const { numerator = 0, denominator = 0, denominator_means: means = '', left_out: left } = findMetric(data, name) ?? {}
  const unreviewed = left?.closed_as_failed ?? 0
  return [
    { strong: String(numerator) },
    ` of ${denominator.toLocaleString('en')} ${means}`,
    left && unreviewed > 0
      ? [
          '. Without an outcome yet: ',
          { link: `${describeCount(unreviewed, 'change')} closed as failed`, path: left.list },
        ]
      : '',
  ]
}

/** Most changes are reviewed in a later week than that in which they ended. */
const lateFigure = ({ late: { totals } }: WeeklyData): Inline => [
  { strong: String(totals.numerator) },
  ` of ${describeCount(totals.denominator, 'change')} that ended earlier and were reviewed in the week`,
]

function metricSection(data: WeeklyData, name: PackMetric): ReportBlock {
  const [title, empty] = titles[name]
  const records = data.records.get(name) ?? []
  const left = (findMetric(data, name)?.numerator ?? 0) - records.length
  return section(title, recordTable(title, records, name, empty), more(left, recordsHref(name, data.week, {})))
}

/** The link to more leads to all reviews that were completed in the week. */
function lateSection({ late: { rows, totals }, week }: WeeklyData): ReportBlock {
  const href = recordsHref('days_to_review', week, {}, 'denominator')
  const table = recordTable(lateTitle, rows, 'change_failure_rate', 'None of those reviewed in the week.')
  return section(lateTitle, table, more(totals.numerator - rows.length, href))
}

const recordTable = (title: string, records: readonly MetricRecord[], name: PackMetric, empty: string): ReportBlock =>
  buildTable(
    title,
    records,
    [
      ['Change', ({ id }) => ({ link: id, path: pagePaths.change(id) })],
      [
        'Title',
        ({ title: text, team, day }) => [text, { under: [team ?? 'No team', `, ${dayMeanings[name]} `, { day }] }],
      ],
      ['Why', ({ why }) => ({ written: why })],
    ],
    empty,
  )

const more = (count: number, path: string): ReportBlock | null =>
  count > 0 ? { kind: 'text', isQuiet: true, text: ['And ', { link: `${count} more`, path }, '.'] } : null
