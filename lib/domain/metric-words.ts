import type { MetricUnit } from '#lib/contracts/app/metric-values.ts'

const percents = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const counts = new Intl.NumberFormat('en')
const oneDecimal = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** A metric for reading: `8 %`, `6.5 days`, `12`; `–` where there is none. */
export function metricText(unit: MetricUnit, value: number | null): string {
  if (value === null) return '–'
  if (unit === 'share') return `${percents.format(value * 100)} %`
  return unit === 'days' ? `${oneDecimal.format(value)} days` : counts.format(value)
}

export type Trend = { readonly text: string; readonly direction: 'up' | 'down' | 'same' }

/** How a metric stands to the one of the period before, in words; null where one of the two is none. */
export function metricTrend(unit: MetricUnit, value: number | null, before: number | null): Trend | null {
  if (value === null || before === null) return null
  const [now, then] = [shown(unit, value), shown(unit, before)]
  const told = metricText(unit, before)
  if (now === then) return { text: `the same as before (${told})`, direction: 'same' }
  const direction = now > then ? 'up' : 'down'
  return { text: `${direction} ${differenceText(unit, Math.abs(now - then))} from ${told}`, direction }
}

/** The number as it is shown, so that a difference fits what one reads: percent and days to one decimal. */
const shown = (unit: MetricUnit, value: number) =>
  unit === 'count' ? value : Math.round((unit === 'share' ? value * 100 : value) * 10) / 10

function differenceText(unit: MetricUnit, difference: number): string {
  if (unit === 'count') return counts.format(difference)
  const number = (unit === 'share' ? percents : oneDecimal).format(difference)
  if (unit === 'days') return `${number} days`
  return `${number} ${number === '1' ? 'point' : 'points'}`
}
