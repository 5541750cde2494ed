import type { MetricUnit } from '#lib/contracts/app/metric-values.ts'
import { groupDigits, groupWithDecimal } from '#lib/text/grouped.ts'

const oneDecimal = (value: number) => groupWithDecimal(value).replace(/^[\d,]+$/, '$&.0')

/** Formats a metric: `8 %`, `6.5 days`, `12`; `–` for null. */
export function formatMetric(unit: MetricUnit, value: number | null): string {
  if (value === null) return '–'
  if (unit === 'share') return `${groupWithDecimal(value * 100)} %`
  if (unit === 'per_week') return `${oneDecimal(value)} a week`
  return unit === 'count' ? groupDigits(value) : `${oneDecimal(value)} ${unit}`
}

export type Trend = { readonly text: string; readonly direction: 'up' | 'down' | 'same' }

/** Describes the change from the previous period; null when one of the values is null. */
export function describeTrend(unit: MetricUnit, value: number | null, before: number | null): Trend | null {
  if (value === null || before === null) return null
  const now = roundValue(unit, value)
  const then = roundValue(unit, before)
  const previous = formatMetric(unit, before)
  if (now === then) return { text: `the same as before (${previous})`, direction: 'same' }
  const direction = now > then ? 'up' : 'down'
  return { text: `${direction} ${differenceText(unit, Math.abs(now - then))} from ${previous}`, direction }
}

/** Rounds as in the display, so that the difference matches the displayed values. */
const roundValue = (unit: MetricUnit, value: number) =>
  unit === 'count' ? value : Math.round((unit === 'share' ? value * 100 : value) * 10) / 10

function differenceText(unit: MetricUnit, difference: number): string {
  if (unit === 'count') return groupDigits(difference)
  const number = unit === 'share' ? groupWithDecimal(difference) : oneDecimal(difference)
  if (unit === 'days' || unit === 'hours') return `${number} ${unit}`
  if (unit === 'per_week') return `${number} a week`
  return `${number} ${number === '1' ? 'point' : 'points'}`
}
