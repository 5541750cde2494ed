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

/** Title of each section, text in place of an empty one, and the meaning of the day of its records. */
const sections: Readonly<Record<PackMetric, readonly [title: string, empty: string, day: string]>> = {
  overdue_reviews: ['Overdue reviews', 'No review is overdue.', 'due'],
  change_failure_rate: ['Changes that failed or caused an incident', 'None of the reviewed changes.', 'ended'],
  overridden_proposals: ['Outcomes chosen against the evidence', 'No outcome differs from the evidence.', 'reviewed'],
  waived_reviews: ['Waived reviews', 'No review was waived.', 'waived'],
}

export const filterLessons = ({ from, to }: Week): string =>
  `metadata.article_type = lesson AND metadata.created >= ${from} AND metadata.created <= ${to}`

export function buildWeeklyPack(data: WeeklyData): Report {
  const { week, at, lessons } = data
  const parts = packMetrics.flatMap((name) =>
    name === 'change_failure_rate' ? [metricPart(data, name), latePart(data)] : [metricPart(data, name)],
  )
  return {
    kind: 'Weekly pack of reviews',
    title: formatWeek(week),
    facts: [['State of ', { moment: at }]],
    parts: [
      section('Summary', {
        kind: 'facts',
        facts: [
          ...parts.map(({ title, figure }) => wideFact(title, figure)),
          wideFact('Lessons published', String(lessons.total)),
        ],
      }),
      ...parts.map(({ title, blocks }) => section(title, ...blocks)),
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

/** A figure for the summary, as in Insights with the changes that it does not count, and its records. */
function metricPart({ metrics, records, week }: WeeklyData, name: PackMetric) {
  const [title, empty] = sections[name]
  const metric = metrics.find((one) => one.name === name)
  const { numerator = 0, denominator = 0, denominator_means: means = '', left_out: left } = metric ?? {}
  const unreviewed = left?.closed_as_failed ?? 0
  const figure: Inline = [
    { strong: String(numerator) },
    ` of ${denominator.toLocaleString('en')} ${means}`,
    left && unreviewed > 0
      ? [
          '. Without an outcome yet: ',
          { link: `${describeCount(unreviewed, 'change')} closed as failed`, path: left.list },
        ]
      : '',
  ]
  const rows = records.get(name) ?? []
  const rest = more(numerator - rows.length, recordsHref(name, week, {}))
  return { title, figure, blocks: [recordTable(title, rows, name, empty), rest] }
}

/** Changes of earlier weeks. The link to more leads to all reviews that were completed in the week. */
function latePart({ late: { rows, totals }, week }: WeeklyData) {
  const title = 'Earlier changes that failed or caused an incident'
  const figure: Inline = [
    { strong: String(totals.numerator) },
    ` of ${describeCount(totals.denominator, 'change')} that ended earlier and were reviewed in the week`,
  ]
  const href = recordsHref('days_to_review', week, {}, 'denominator')
  const table = recordTable(title, rows, 'change_failure_rate', 'None of those reviewed in the week.')
  return { title, figure, blocks: [table, more(totals.numerator - rows.length, href)] }
}

const recordTable = (title: string, records: readonly MetricRecord[], name: PackMetric, empty: string): ReportBlock =>
  buildTable(
    title,
    records,
    [
      ['Change', ({ id }) => ({ link: id, path: pagePaths.change(id) })],
      [
        'Title',
        ({ title: text, team, day }) => [text, { under: [team ?? 'No team', `, ${sections[name][2]} `, { day }] }],
      ],
      ['Why', ({ why }) => ({ written: why })],
    ],
    empty,
  )

const more = (count: number, path: string): ReportBlock | null =>
  count > 0 ? { kind: 'text', isQuiet: true, text: ['And ', { link: `${count} more`, path }, '.'] } : null
