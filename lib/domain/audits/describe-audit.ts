import type { Audit } from '#lib/contracts/app/audits.ts'
import { describeCount } from '#lib/text/counted.ts'

/** Describes the draw: `25 at random`, or `every 5.2th change, 25 in all`. */
export function describeMethod({ method, size, population_count: population }: Audit): string {
  if (method === 'all' || size === null) return `all ${population.toLocaleString('en')}`
  if (method === 'random') return `${size} at random`
  return `${size}, one of every ${Number((population / size).toFixed(1)).toLocaleString('en')}`
}

/** Describes the progress: `23 of 25 answered, 1 exception`. */
export function describeStates({ drawn_count: drawn, states }: Audit): string {
  if (drawn === 0) return 'Not drawn yet'
  const more = [
    ...(states.exception > 0 ? [describeCount(states.exception, 'exception')] : []),
    ...(states.retested > 0 ? [`${states.retested} retested`] : []),
  ]
  return [`${states.answered} of ${drawn} answered`, ...more].join(', ')
}
