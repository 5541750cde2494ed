import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { candidatesQuery, namedIncidentsQuery } from '#lib/api/review-queries.ts'
import type { IncidentCandidate } from '#lib/contracts/app/candidates.ts'
import type { ReviewForm } from '#lib/contracts/app/review-forms.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { type IncidentWindow, toSearchWindow } from '#lib/domain/change/incident-window.ts'
import { useSearchedService } from './searched-service.tsx'

/** An incident to decide on. `score` is null if it was added by its number. */
export type Candidate = Pick<IncidentCandidate, 'incident'> &
  Pick<IncidentCandidate, 'parts'> & { readonly score: number | null }

const searchDelayMs = 500

/** Edits of the window are debounced; while the window is invalid, the last valid one applies. */
function useCandidates(change: string, window: IncidentWindow, service: string, listed: readonly string[]) {
  const searched = useDebouncedWindow(window.start, window.end)
  const query = useQuery({ ...candidatesQuery(change, searched, service), placeholderData: keepPreviousData })
  const ranking = query.data
  const numbers = new Set(
    [...(ranking?.result ?? []), ...(ranking?.rejected ?? [])].map(({ incident }) => incident.number),
  )
  const elsewhere = ranking ? listed.filter((number) => !numbers.has(number)) : []
  const namedIncidents = useQuery({
    ...namedIncidentsQuery(elsewhere.toSorted()),
    placeholderData: keepPreviousData,
  })
  const others = elsewhere.length > 0 ? namedIncidents.data?.result : undefined
  const candidates = useMemo(() => {
    const all: Candidate[] = [
      ...(ranking?.result ?? []),
      ...(ranking?.rejected ?? []),
      ...(others ?? []).map((incident) => ({ incident, score: null, parts: [] })),
    ]
    const distinct = [...new Map(all.toReversed().map((candidate) => [candidate.incident.number, candidate])).values()]
    return distinct.toSorted(
      (a, b) => (b.score ?? 0) - (a.score ?? 0) || compareText(a.incident.number, b.incident.number),
    )
  }, [ranking, others])
  const unlistedCount = ranking ? ranking.total_count - ranking.result.length : 0
  return { query, candidates, searched, unlistedCount }
}

const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b))

function useDebouncedWindow(start: string | null, end: string | null): IncidentWindow {
  const [debouncedWindow, setDebouncedWindow] = useState<IncidentWindow>(() => toSearchWindow({ start, end }))
  useEffect(() => {
    const window = toSearchWindow({ start, end })
    if (window.start === null) return
    const timer = setTimeout(() => setDebouncedWindow(window), searchDelayMs)
    return () => clearTimeout(timer)
  }, [start, end])
  return debouncedWindow
}

export type FormDecision = ReviewForm<'incidents'>['decisions'][number]

/** Returns a function that sets or removes (null) a decision. A decision made again regains its former reason. */
function useDecideIncident(
  decisions: readonly FormDecision[],
  onChange: (decisions: FormDecision[], made: FormDecision | null) => void,
): (number: string, decision: FormDecision | null) => void {
  const reasons = useRef(new Map<string, string>())
  return (number, decision) => {
    const isKnown = decisions.some(({ incident }) => incident === number)
    for (const { incident, reason } of decisions) reasons.current.set(incident, reason)
    const others = decisions.flatMap((other) => (other.incident === number ? (decision ?? []) : other))
    const reason = reasons.current.get(number) ?? ''
    onChange(decision && !isKnown ? [...others, { ...decision, reason }] : others, decision)
  }
}

type IncidentsForm = Pick<ReviewForm<'incidents'>, 'window_start' | 'window_end' | 'decisions'>

/** Props of a `CandidateList`; `pinned` are numbers of incidents that must be decided on before completion. */
export function useIncidentDecisions(
  { number: change, affected_services }: Pick<ChangeRecord, 'number' | 'affected_services'>,
  { window_start: start, window_end: end, decisions }: IncidentsForm,
  pinned: readonly string[],
  onChange: (changed: Partial<ReviewForm<'incidents'>>) => void,
) {
  const listed = [...decisions.map(({ incident }) => incident), ...pinned]
  const service = useSearchedService({ number: change, affected_services })
  const found = useCandidates(change, { start, end }, service.service, listed)
  const { query, searched, candidates, unlistedCount } = found
  const onDecide = useDecideIncident(decisions, (after, made) =>
    onChange({ decisions: after, ...(made?.decision === 'confirmed' && { is_none_caused: false }) }),
  )
  const list = { change, services: service.services, candidates, unlistedCount, decisions, onDecide, pinned }
  return { query, searched, service, list }
}
