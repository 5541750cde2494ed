import { formatInstant } from '#lib/time/format-time.ts'
import { computeTimeTicks } from '#lib/time/time-ticks.ts'
import { getZoneOffset } from '#lib/time/wall-clock.ts'
import type { Inline, ReportBlock, ReportData, TimelineRow } from './report.ts'

export type ReportDeployment = {
  readonly service: string
  readonly environment: string
  readonly status: string
  readonly isRollback: boolean
  readonly startedAt: string | null
  readonly endedAt: string | null
}

/** Maximum deployments and maximum incidents of a timeline; more would fill a page. */
const maxRows = 12

const getEnd = ({ from, to }: TimelineRow) => to ?? from

/** Builds the timeline: planned and actual window, deployments and decided incidents; null without any window. */
export function buildTimeline(
  { change, review, incidents }: ReportData,
  deployments: readonly ReportDeployment[],
): Extract<ReportBlock, { kind: 'timeline' }> | null {
  const { actual_start: start, actual_end: end } = review.steps.plan.form
  const decisions = new Map(review.steps.incidents.form.decisions.map((one) => [one.incident, one.decision]))
  const due = change.planned_end ?? ''
  const isOver = due !== '' && end !== null && Date.parse(end) > Date.parse(due)
  const windows = [
    ...windowRow('planned', 'Planned', change.planned_start, change.planned_end),
    ...windowRow('actual', 'Actual', start, end),
    ...(isOver ? [toTimelineRow('late', 'Over its window', start && start > due ? start : due, end)] : []),
  ]
  if (windows.length === 0) return null
  const deployed = deployments.flatMap(({ startedAt, endedAt, service, environment, status, isRollback }) => {
    const from = startedAt ?? endedAt
    if (from === null) return []
    const hasFailed = status === 'failed'
    const name = `${isRollback ? 'Rollback' : 'Deployment'} of ${service}, ${environment}${hasFailed ? ', failed' : ''}`
    return [toTimelineRow(hasFailed ? 'failed_deployment' : 'deployment', name, from, endedAt ?? from)]
  })
  const decided = incidents.flatMap(({ number, short_description: text, opened_at, resolved_at }) => {
    const decision = decisions.get(number)
    if (decision === undefined) return []
    const kind = decision === 'confirmed' ? 'incident' : 'unrelated'
    return [toTimelineRow(kind, `${number} ${text}`, opened_at, resolved_at)]
  })
  // Caused incidents first, so that the limit drops others.
  const sorted = decided.toSorted(
    (one, other) =>
      Number(one.kind === 'unrelated') - Number(other.kind === 'unrelated') || one.from.localeCompare(other.from),
  )
  const rows = [...windows, ...deployed.slice(0, maxRows), ...sorted.slice(0, maxRows)]
  const times = [...[...windows, ...deployed].map(getEnd), ...rows.map(({ from }) => from)].map(Date.parse)
  const first = Math.min(...times)
  const last = Math.max(...times)
  const margin = Math.max(5 * 60_000, (last - first) * 0.04)
  return { kind: 'timeline', from: first - margin, to: last + margin, rows }
}

function windowRow(kind: 'planned' | 'actual', label: string, from: string | null, to: string | null): TimelineRow[] {
  const start = from ?? to
  return start === null ? [] : [toTimelineRow(kind, label, start, kind === 'planned' ? (to ?? start) : to)]
}

function toTimelineRow(kind: TimelineRow['kind'], name: string, from: string, to: string | null): TimelineRow {
  const until: Inline = to === null ? ', not ended' : to === from ? '' : [' to ', { moment: to }]
  return { kind, label: [{ strong: name }, ' ', { moment: from }, until], from, to }
}

/** Start and end of a row, from 0 to 1. Rows that have not ended, or end after the scale, stop at 1. */
export function placeRow(row: TimelineRow, scale: Scale) {
  const at = (time: string) => Math.min(1, Math.max(0, (Date.parse(time) - scale.from) / (scale.to - scale.from)))
  const start = at(row.from)
  return { start, end: Math.max(start, row.to === null ? 1 : at(row.to)) }
}

type Scale = { readonly from: number; readonly to: number }

export function listTicks({ from, to }: Scale, zone: string): { readonly time: number; readonly text: string }[] {
  const { times, areDays } = computeTimeTicks(from, to, getZoneOffset(zone, from), 8)
  return times.map((time) => {
    const [day = '', clock = ''] = formatInstant(new Date(time), zone).split(', ')
    return { time, text: areDays ? day.slice(0, -5) : clock }
  })
}

/** Places the ticks of a scale from 0 to 1. Those at the ends are left out, as their text has no room. */
export const labelTicks = (scale: Scale, zone: string): { readonly at: number; readonly text: string }[] =>
  listTicks(scale, zone)
    .map(({ time, text }) => ({ at: (time - scale.from) / (scale.to - scale.from), text }))
    .filter(({ at }) => at > 0.03 && at < 0.97)
