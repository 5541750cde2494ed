import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { QueryStates } from '#components/layout/query-states.tsx'
import { FlagField, MomentField } from '#components/review/form/fields.tsx'
import { bindFields, type StepProps, useFieldValue } from '#components/review/form/use-step-form.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useZone } from '#components/ui/time/clock.tsx'
import { cleanCheckQuery, namedIncidentsQuery } from '#lib/api/review-queries.ts'
import { maxWindowDays, toSearchWindow } from '#lib/domain/change/incident-window.ts'
import { reviewQuestions } from '#lib/domain/review/review-labels.ts'
import { CandidateList } from './candidate-list.tsx'
import { IncidentTimeline } from './incident-timeline.tsx'
import { useIncidentDecisions } from './use-candidates.ts'

export function IncidentsStep({ change, review, savers: { steps } }: StepProps) {
  const field = bindFields(steps.incidents)
  const window_start = useFieldValue(field('window_start'))
  const window_end = useFieldValue(field('window_end'))
  const decisions = useFieldValue(field('decisions'))
  const zone = useZone()
  const urgent = useQuery(cleanCheckQuery(review.reference)).data?.urgent_incidents ?? []
  const form = { window_start, window_end, decisions }
  const { query, searched, list } = useIncidentDecisions(change.number, form, urgent, (changed) =>
    steps.incidents.change(changed),
  )
  const isAnyConfirmed = decisions.some(({ decision }) => decision === 'confirmed')
  return (
    <div className="flex flex-col gap-5">
      <section aria-labelledby="incident-window">
        <h3 id="incident-window" className="text-sm font-semibold">
          Search window
        </h3>
        <p className="mb-2 text-xs text-muted">
          By default from the start of the work to 7 days after its end. Times are in {zone}.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <MomentField field={field('window_start')} label={reviewQuestions.window_start} required />
          <MomentField field={field('window_end')} label={reviewQuestions.window_end} required />
        </div>
        <WindowFault start={window_start} end={window_end} />
      </section>
      <QueryStates query={query} what="the incidents" lines={6}>
        {() => (
          <>
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
      <FlagField
        field={field('is_none_caused')}
        label={reviewQuestions.is_none_caused}
        blockedBy={isAnyConfirmed ? 'An incident is confirmed.' : null}
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

/** Adds an incident by its number, regardless of its service and time. */
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
