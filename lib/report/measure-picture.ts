import {
  describeValue,
  describeVerdict,
  findResult,
  isStatedLate,
  judge,
  type Measured,
  type Work,
} from '#lib/domain/measures/measures.ts'
import type { ReportBlock } from './report.ts'

/** Describes what was promised: `p95 latency: from 420 ms to at most 210 ms, abort at 500 ms or more`. */
export function describePromise(measure: Omit<Measured, 'id' | 'stated_by' | 'stated_at' | 'readings'>): string {
  const { name, better, baseline, target, abort_if: limit } = measure
  const [most, beyond] = better === 'lower' ? ['most', 'more'] : ['least', 'less']
  const from = baseline === null ? '' : `from ${describeValue(measure, baseline)} to `
  const abort = limit === null ? '' : `, abort at ${describeValue(measure, limit)} or ${beyond}`
  return `${name}: ${from}at ${most} ${describeValue(measure, target)}${abort}`
}

const toTime = (moment: string | null) => (moment === null ? [] : [Date.parse(moment)])

/** Returns a function from values to shares of a length, with a margin at both ends. */
function scale(values: readonly number[]) {
  const least = Math.min(...values)
  const most = Math.max(...values)
  return (value: number) => 0.06 + 0.88 * (most === least ? 0.5 : (value - least) / (most - least))
}

/** Places baseline, target, abort criterion, readings and the work on a picture: shares of its width and height. */
export function drawMeasure(measure: Measured, work: Work) {
  const { baseline, target, abort_if: abort, readings } = measure
  const levels = [
    { kind: 'target', value: target },
    ...(baseline === null ? [] : [{ kind: 'baseline', value: baseline } as const]),
    ...(abort === null ? [] : [{ kind: 'abort', value: abort } as const]),
  ] as const
  const read = readings.flatMap(({ value, ...one }) => (value === null ? [] : [{ ...one, value }]))
  const span = [...toTime(work.actual_start), ...toTime(work.actual_end)]
  const x = scale([...read.map(({ taken_at: at }) => Date.parse(at)), ...span])
  const y = scale([...levels.map(({ value }) => value), ...read.map(({ value }) => value)])
  const result = findResult(measure, work)?.taken_at
  return {
    lines: levels.map(({ kind, value }) => ({ kind, y: 1 - y(value) })),
    points: read.map(({ taken_at: at, value }) => ({ x: x(Date.parse(at)), y: 1 - y(value), isResult: at === result })),
    work: span.map(x),
  }
}

const listed = 8

/** Words a picture: what was promised by whom, and the last readings with their times and sources. */
export function describeMeasure(measure: Measured, work: Work) {
  const { readings, stated_by: by, stated_at: since } = measure
  const last = readings.slice(-listed)
  const earlier = readings.length - last.length
  return {
    promise: describePromise(measure),
    verdict: describeVerdict(measure, work),
    isBad: ['not_met', 'worse'].includes(judge(measure, work)),
    isMet: judge(measure, work) === 'met',
    details: [
      `Stated by ${by}, `,
      { moment: since },
      isStatedLate(measure, work) ? ', after the work began. ' : '. ',
      earlier > 0 ? `After ${earlier} earlier readings: ` : '',
      ...last.flatMap(({ value, taken_at: moment, source }, index) => [
        `${index > 0 ? '; ' : ''}${describeValue(measure, value)}, `,
        { moment },
        `, ${source}`,
      ]),
      last.length > 0 ? '.' : 'No readings yet.',
    ] as readonly (string | { readonly moment: string })[],
  }
}

export const toMeasureBlocks = (measures: readonly Measured[], work: Work): ReportBlock[] =>
  measures.map((measure) => ({ kind: 'measure', measure, work }))
