import type { MetricName } from '#lib/contracts/app/metric-values.ts'
import type { Metric, MetricRecord } from '#lib/contracts/app/metrics.ts'
import { recordsHref } from '#lib/domain/metrics/metric-lists.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { counted } from '#lib/text/counted.ts'
import { type Week, weekLabel } from '#lib/time/week.ts'
import { type Inline, type Part, type Report, section, tableOf, wide } from './report.ts'

/** The metrics whose records the pack lists, in its order. */
export const packMetrics = [
  'overdue_reviews',
  'change_failure_rate',
  'overridden_proposals',
  'waived_reviews',
] as const satisfies readonly MetricName[]
type PackMetric = (typeof packMetrics)[number]

/** The most records of each section. */
export const packRecords = 100

export type WeeklyData = {
  readonly week: Week
  /** When it was read. */
  readonly at: string
  readonly metrics: readonly Metric[]
  /** The records of the numerators, latest first. */
  readonly records: ReadonlyMap<PackMetric, readonly MetricRecord[]>
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

/** What a change advisory board reads on Monday: the figures of Insights for a week, and their records. */
export function weeklyPack(data: WeeklyData): Report {
  const { week, at, lessons } = data
  return {
    kind: 'Weekly pack of reviews',
    title: weekLabel(week),
    facts: [],
    parts: [
      section('Summary', {
        kind: 'facts',
        facts: [
          ...packMetrics.map((name) => wide(titles[name][0], figureOf(data, name))),
          wide('Lessons published', String(lessons.total)),
        ],
      }),
      ...packMetrics.map((name) => metricSection(data, name)),
      section(
        'Lessons published',
        tableOf(
          'Lessons published',
          lessons.rows,
          [
            ['Lesson', ({ id, title }) => ({ link: title, path: pagePaths.article(id) })],
            ['Change', ({ change }) => (change ? { link: change, path: pagePaths.change(change) } : '')],
          ],
          'No lesson was published.',
        ),
        more(lessons.total - lessons.rows.length, pagePaths.knowledge),
      ),
    ],
    closing: ['Overdue reviews are those of ', { moment: at }, ', all else is of the week.'],
    at,
  }
}

const metricOf = ({ metrics }: WeeklyData, name: PackMetric) => metrics.find((metric) => metric.name === name)

/** The figure as Insights say it, and what it leaves out. */
function figureOf(data: WeeklyData, name: PackMetric): Inline {
  const { numerator = 0, denominator = 0, denominator_means: means = '', left_out: left } = metricOf(data, name) ?? {}
  const unreviewed = left?.closed_as_failed ?? 0
  return [
    { strong: String(numerator) },
    ` of ${denominator.toLocaleString('en')} ${means}`,
    left && unreviewed > 0
      ? ['. Without an outcome yet: ', { link: `${counted(unreviewed, 'change')} closed as failed`, path: left.list }]
      : '',
  ]
}

function metricSection(data: WeeklyData, name: PackMetric): Part {
  const [title, empty] = titles[name]
  const records = data.records.get(name) ?? []
  const left = (metricOf(data, name)?.numerator ?? 0) - records.length
  return section(
    title,
    tableOf(
      title,
      records,
      [
        ['Change', ({ id }) => ({ link: id, path: pagePaths.change(id) })],
        ['Title', (record) => [record.title, { under: [record.team ?? 'No team', ', ', { day: record.day }] }]],
        ['Why', ({ why }) => ({ written: why })],
      ],
      empty,
    ),
    more(left, recordsHref(name, data.week, {})),
  )
}

const more = (count: number, path: string): Part | null =>
  count > 0 ? { kind: 'text', isQuiet: true, text: ['And ', { link: `${count} more`, path }, '.'] } : null
