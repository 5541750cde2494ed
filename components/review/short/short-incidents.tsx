import { QueryStates } from '#components/layout/query-states.tsx'
import { CandidateList } from '#components/review/steps/candidate-list.tsx'
import { SearchedService } from '#components/review/steps/searched-service.tsx'
import { useIncidentDecisions } from '#components/review/steps/use-candidates.ts'
import { DateTime } from '#components/ui/time/date-time.tsx'
import type { ReviewForm } from '#lib/contracts/app/review-forms.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'

type IncidentsForm = ReviewForm<'incidents'>

type ShortIncidentsProps = {
  change: ChangeRecord
  form: IncidentsForm
  pinned: readonly string[]
  onChange: (changed: Partial<IncidentsForm>) => void
}

export function ShortIncidents({ change, form, pinned, onChange }: ShortIncidentsProps) {
  const { query, searched, service, list } = useIncidentDecisions(change, form, pinned, onChange)
  return (
    <section aria-labelledby="short-incidents" className="rounded-lg border border-line bg-surface px-3 py-3 sm:px-4">
      <h2 id="short-incidents" className="text-sm font-semibold">
        What happened afterwards
      </h2>
      <p className="mb-3 text-xs text-muted">
        Incidents from <DateTime value={form.window_start} /> to <DateTime value={form.window_end} />, most likely
        first. Decide for each whether this change caused it.
      </p>
      <QueryStates query={query} what="the incidents" lines={4}>
        {() => (
          <div className="flex flex-col gap-5">
            <SearchedService searched={service} window={searched} />
            <CandidateList
              {...list}
              shownAtFirst={5}
              advice="If you know of one, answer “Yes” below and add it in the full form."
            />
          </div>
        )}
      </QueryStates>
    </section>
  )
}
