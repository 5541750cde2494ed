import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { QueryStates } from '#components/layout/query-states.tsx'
import { toEntryId } from '#components/review/form/missing-list.tsx'
import { Questions, StepQuestion } from '#components/review/form/questions.tsx'
import { bindFields, type StepProps, useFieldValue } from '#components/review/form/use-step-form.ts'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/class-names.ts'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useZone } from '#components/ui/time/clock.tsx'
import { cleanCheckQuery, namedIncidentsQuery } from '#lib/api/review-queries.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { type IncidentWindow, maxWindowDays, toSearchWindow } from '#lib/domain/change/incident-window.ts'
import { listTicks } from '#lib/report/timeline.ts'
import { incidents } from '#lib/review/questions/incidents.ts'
import { groupDigits } from '#lib/text/grouped.ts'
import { CandidateList } from './candidate-list.tsx'
import { SearchedService } from './searched-service.tsx'
import { type Candidate, type FormDecision, useIncidentDecisions } from './use-candidates.ts'

export function IncidentsStep({ change, review, savers }: StepProps) {
  const saver = savers.steps.incidents
  const field = bindFields(saver)
  const window_start = useFieldValue(field('window_start'))
  const window_end = useFieldValue(field('window_end'))
  const decisions = useFieldValue(field('decisions'))
  const urgent = useQuery(cleanCheckQuery(review.reference)).data?.urgent_incidents ?? []
  const form = { window_start, window_end, decisions }
  const { query, searched, service, list } = useIncidentDecisions(change, form, urgent, (changed) =>
    saver.change(changed),
  )
  const isAnyConfirmed = decisions.some(({ decision }) => decision === 'confirmed')
  const asking = { of: incidents, change, savers } as const
  return (
    <div className="flex flex-col gap-5">
      <Questions
        {...asking}
        words={{ is_none_caused: { blockedBy: isAnyConfirmed ? 'An incident is confirmed.' : null } }}
        own={{
          window_start: (
            <section aria-labelledby="incident-window">
              <h3 id="incident-window" className="text-sm font-semibold">
                Search window
              </h3>
              <p className="mb-2 text-xs text-muted">By default from the start of the work to 7 days after its end.</p>
              <div className="grid gap-4 sm:grid-cols-2">
                <StepQuestion {...asking} name="window_start" />
                <StepQuestion {...asking} name="window_end" />
              </div>
              <WindowFault start={window_start} end={window_end} />
            </section>
          ),
          window_end: null,
          decisions: (
            <>
              <QueryStates query={query} what="the incidents" lines={6}>
                {() => (
                  <>
                    <SearchedService searched={service} window={searched} />
                    <IncidentTimeline {...list} change={change} window={searched} />
                    <CandidateList {...list} />
                  </>
                )}
              </QueryStates>
              <AddIncident
                change={change.number}
                known={new Set(list.candidates.map(({ incident }) => incident.number))}
                onFound={(incident) => list.onDecide(incident, { incident, decision: 'confirmed', reason: '' })}
              />
            </>
          ),
        }}
      />
    </div>
  )
}

function WindowFault({ start, end }: { start: string | null; end: string | null }) {
  if (start === null || end === null || toSearchWindow({ start, end }).start !== null) return null
  return (
    <p role="status" className="mt-2 text-xs text-warning-text">
      {end < start ? 'This window ends before it starts' : `A window has at most ${maxWindowDays} days`}. The list below
      shows the previous window.
    </p>
  )
}

type AddIncidentProps = { change: string; known: ReadonlySet<string>; onFound: (number: string) => void }

function AddIncident({ change, known, onFound }: AddIncidentProps) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const number = text.trim().toUpperCase()

  const add = async () => {
    if (number === '') return setError('Enter an incident number.')
    if (known.has(number)) return setError(`${number} is already in the list above.`)
    setBusy(true)
    try {
      const { result } = await client.fetchQuery(namedIncidentsQuery([number]))
      const [incident] = result
      if (incident === undefined) return setError(`Incident ${number} does not exist.`)
      const { caused_by_change: cause } = incident
      if (cause !== null && cause !== change) {
        return setError(`${number} is already confirmed as caused by ${cause}. Remove it there first.`)
      }
      setText('')
      onFound(number)
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : 'The incident could not be looked up.')
    } finally {
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    void add()
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Field
        label="Add an incident that the change caused"
        hint="Any incident number, whatever its service and time"
        error={error}
        className="w-72 max-w-full"
      >
        <Input
          value={text}
          autoComplete="off"
          maxLength={64}
          onChange={(event) => {
            setText(event.target.value)
            setError(undefined)
          }}
          onKeyDown={onKeyDown}
        />
      </Field>
      <Button busy={isBusy} onClick={add} className={error ? 'mb-5.5' : ''}>
        Add
      </Button>
    </div>
  )
}

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
function IncidentTimeline({ change, window, candidates, unlistedCount, decisions }: IncidentTimelineProps) {
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
            ? `The ${groupDigits(candidates.length)} most likely of ${groupDigits(candidates.length + unlistedCount)} in the window`
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
