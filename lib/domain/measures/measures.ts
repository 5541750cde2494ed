/** A value of a measure at a time (ISO 8601). A null value was looked for and not found. */
export type Reading = { readonly value: number | null; readonly taken_at: string; readonly source: string }

/** What a change promised in figures, with what was read since. */
export type Measured = {
  readonly id: string
  readonly name: string
  readonly unit: string | null
  readonly better: 'lower' | 'higher'
  readonly baseline: number | null
  readonly target: number
  /** The value at which, or beyond, the work is to be stopped; null without one. */
  readonly abort_if: number | null
  readonly stated_by: string
  readonly stated_at: string
  /** The readings in the order of their times. */
  readonly readings: readonly Reading[]
}

/** The window of the work: ISO 8601, null while it is unknown. */
export type Work = { readonly actual_start: string | null; readonly actual_end: string | null }

const verdictLabels = {
  met: 'Met',
  not_met: 'Missed',
  worse: 'Worse than before',
  not_measured: 'Not measured',
} as const
export type Verdict = keyof typeof verdictLabels

/** True if a value is at least as good as another. */
const reaches = ({ better }: Pick<Measured, 'better'>, value: number, other: number) =>
  better === 'lower' ? value <= other : value >= other

/** True if a measure was stated, or last altered, after the work began. */
export const isStatedLate = ({ stated_at: since }: Measured, { actual_start: start }: Work): boolean =>
  start !== null && Date.parse(since) > Date.parse(start)

/** Returns the last reading after the work; undefined without one, and while the work has no end. */
export const findResult = ({ readings }: Measured, { actual_end: end }: Work): Reading | undefined =>
  end === null ? undefined : readings.findLast(({ taken_at: at }) => Date.parse(at) >= Date.parse(end))

/** Judges a measure by the last reading after the work. A missing value never counts as met. */
export function judge(measure: Measured, work: Work): Verdict {
  const value = findResult(measure, work)?.value ?? null
  if (value === null) return 'not_measured'
  if (reaches(measure, value, measure.target)) return 'met'
  return measure.baseline === null || reaches(measure, value, measure.baseline) ? 'not_met' : 'worse'
}

/** True if a value is at the abort criterion of a measure, or beyond. */
export const meetsAbort = (
  { abort_if: limit, better }: Pick<Measured, 'abort_if' | 'better'>,
  value: number,
): boolean => limit !== null && reaches({ better: better === 'lower' ? 'higher' : 'lower' }, value, limit)

/** Returns the first reading during the work that met the abort criterion; undefined without one. */
export function findAbort(measure: Measured, { actual_start: start, actual_end: end }: Work): Reading | undefined {
  if (start === null) return undefined
  return measure.readings.find(({ value, taken_at: at }) => {
    const isDuring = Date.parse(at) >= Date.parse(start) && (end === null || Date.parse(at) < Date.parse(end))
    return isDuring && value !== null && meetsAbort(measure, value)
  })
}

export const describeValue = ({ unit }: Pick<Measured, 'unit'>, value: number | null): string =>
  value === null ? 'no value' : `${value.toLocaleString('en', { maximumSignificantDigits: 6 })} ${unit ?? ''}`.trim()

/** Describes the verdict with its reading: `Missed: 250 ms`. */
export function describeVerdict(measure: Measured, work: Work): string {
  const verdict = judge(measure, work)
  const result =
    verdict === 'not_measured' ? '' : `: ${describeValue(measure, findResult(measure, work)?.value ?? null)}`
  return `${verdictLabels[verdict]}${result}`
}
