'use client'

import { QueryStates } from '#components/layout/query-states.tsx'
import { CandidateList } from '#components/review/steps/candidate-list.tsx'
import { useCandidates, useDecideIncident } from '#components/review/steps/use-candidates.ts'
import { DateTime } from '#components/ui/time/date-time.tsx'
import type { ReviewForm } from '#lib/contracts/app/review-forms.ts'

type IncidentsForm = ReviewForm<'incidents'>

type ShortIncidentsProps = {
  change: string
  form: IncidentsForm
  pinned: readonly string[]
  onChange: (changed: Partial<IncidentsForm>) => void
}

export function ShortIncidents({ change, form, pinned, onChange }: ShortIncidentsProps) {
  const { window_start: start, window_end: end, decisions } = form
  const listedIncidents = [...decisions, ...pinned.map((incident) => ({ incident }))]
  const { query, candidates, unlistedCount } = useCandidates(change, { start, end }, listedIncidents)
  const decide = useDecideIncident(decisions, (after, made) =>
    onChange({ decisions: after, ...(made?.decision === 'confirmed' && { is_none_caused: false }) }),
  )
  return (
    <section aria-labelledby="short-incidents" className="rounded-lg border border-line bg-surface px-3 py-3 sm:px-4">
      <h2 id="short-incidents" className="text-sm font-semibold">
        What happened afterwards
      </h2>
      <p className="mb-3 text-xs text-muted">
        Incidents from <DateTime value={start} /> to <DateTime value={end} />, most likely first. Decide for each
        whether this change caused it.
      </p>
      <QueryStates query={query} what="the incidents" lines={4}>
        {() => (
          <div className="flex flex-col gap-5">
            <CandidateList
              change={change}
              candidates={candidates}
              unlistedCount={unlistedCount}
              decisions={decisions}
              onDecide={decide}
              shownAtFirst={5}
              pinned={pinned}
              advice="If you know of one, answer “Yes” below and add it in the full form."
            />
          </div>
        )}
      </QueryStates>
    </section>
  )
}
