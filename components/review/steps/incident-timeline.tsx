import type { ReactNode } from 'react'
import { toEntryId } from '#components/review/form/missing-list.tsx'
import { cx } from '#components/ui/class-names.ts'
import { formatCount } from '#components/ui/format-count.ts'
import { useZone } from '#components/ui/time/clock.tsx'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import type { IncidentWindow } from '#lib/domain/change/incident-window.ts'
import { listTicks } from '#lib/report/timeline.ts'
import type { Candidate, FormDecision } from './use-candidates.ts'

type IncidentTimelineProps = {
  change: Pick<ChangeRecord, 'actual_start' | 'actual_end' | 'planned_start' | 'planned_end'>
  window: IncidentWindow
  candidates: readonly Candidate[]
  unlistedCount: number
  decisions: readonly FormDecision[]
}

const markerStyles = {
  open: { stem: 'h-7 bg-line-strong', dot: 'bg-line-strong', key: 'Not decided' },
  confirmed: { stem: 'h-11 bg-danger', dot: 'bg-danger', key: 'Caused by the change' },
  rejected: { stem: 'h-4 bg-line-strong/60', dot: 'border border-line-strong bg-surface', key: 'Unrelated' },
}

/** Timeline of the work and the incidents. Hidden from screen readers: the list below has the same content. */
export function IncidentTimeline({ change, window, candidates, unlistedCount, decisions }: IncidentTimelineProps) {
  const zone = useZone()
  const from = Date.parse(window.start ?? '')
  const to = Date.parse(window.end ?? '')
  if (!(to > from)) return null
  const at = (time: number) => `${(100 * (Math.min(Math.max(time, from), to) - from)) / (to - from)}%`
  const choices = new Map(decisions.map(({ incident, decision }) => [incident, decision]))
  const timedIncidents = candidates.map(({ incident }) => ({ ...incident, time: Date.parse(incident.opened_at) }))
  const inside = timedIncidents.filter(({ time }) => time >= from && time <= to)
  const work = placeSpan(change, from, to)
  return (
    <figure className="m-0">
      <div aria-hidden="true" className="relative h-20 select-none">
        <div className="absolute inset-x-0 top-0 h-14 border-b border-line-strong">
          {work ? (
            <div
              title="When the work was done"
              style={{ left: at(work.start), width: `max(4px, calc(${at(work.end)} - ${at(work.start)}))` }}
              className="absolute inset-y-0 border-x border-accent bg-accent-soft"
            />
          ) : null}
          {inside.map((incident) => (
            <Marker
              key={incident.number}
              left={at(incident.time)}
              incident={incident}
              markerStyle={markerStyles[choices.get(incident.number) ?? 'open']}
            />
          ))}
        </div>
        <Ticks from={from} to={to} zone={zone} at={at} />
      </div>
      <figcaption className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        <Key className="border-x border-accent bg-accent-soft">Work</Key>
        {Object.values(markerStyles).map(({ dot, key }) => (
          <Key key={key} className={cx('rounded-full', dot)}>
            {key}
          </Key>
        ))}
        <span className="ml-auto tabular-nums">
          {unlistedCount > 0
            ? `The ${formatCount(candidates.length)} most likely of ${formatCount(candidates.length + unlistedCount)} in the window`
            : `${inside.length} of ${candidates.length} in the window`}
        </span>
      </figcaption>
    </figure>
  )
}

type MarkerProps = {
  left: string
  incident: { number: string; short_description: string }
  markerStyle: (typeof markerStyles)[keyof typeof markerStyles]
}

/** Links to the incident in the list. Not a tab stop, because the list itself is. */
function Marker({ left, incident: { number, short_description: description }, markerStyle }: MarkerProps) {
  return (
    <a
      href={`#${toEntryId('decisions', number)}`}
      tabIndex={-1}
      title={`${number}: ${description}`}
      style={{ left }}
      className="absolute inset-y-0 flex w-4 -translate-x-1/2 flex-col items-center justify-end"
    >
      <span className={cx('size-2 shrink-0 rounded-full', markerStyle.dot)} />
      <span className={cx('w-0.5', markerStyle.stem)} />
    </a>
  )
}

function Ticks({ from, to, zone, at }: { from: number; to: number; zone: string; at: (time: number) => string }) {
  return listTicks({ from, to }, zone).map(({ time, text }, index) => (
    <span
      key={time}
      style={{ left: at(time) }}
      className={cx(
        'absolute top-14 h-1.5 border-l border-line-strong text-2xs text-muted tabular-nums',
        index % 2 === 1 && 'max-sm:[&>span]:hidden',
      )}
    >
      <span className="absolute top-1.5 -translate-x-1/2 whitespace-nowrap">{text}</span>
    </span>
  ))
}

function placeSpan(
  { actual_start, actual_end, planned_start, planned_end }: IncidentTimelineProps['change'],
  from: number,
  to: number,
) {
  const start = Date.parse(actual_start ?? planned_start ?? '')
  const end = Date.parse(actual_end ?? planned_end ?? '')
  return end >= start && start <= to && end >= from ? { start, end } : null
}

function Key({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className={cx('size-2', className)} />
      {children}
    </span>
  )
}
