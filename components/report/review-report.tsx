import { OutcomeBadge } from '#components/records/change-badges.tsx'
import { CloseFacts } from '#components/records/close-facts.tsx'
import { NamedPerson } from '#components/records/named-person.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Markdown } from '#components/ui/text/markdown.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { ZoneNote } from '#components/ui/time/zone-note.tsx'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ReportData } from '#lib/domain/review/report-data.ts'
import { reviewStatusLabels } from '#lib/domain/review/review-labels.ts'
import { capitalised } from '#lib/text/first-letter.ts'
import { ReportSection } from './report-section.tsx'
import { ReviewContent } from './review-content.tsx'
import { SignOffSection } from './sign-off-section.tsx'

/** A review as one document, for screen and print. */
export function ReviewReport({ data }: { data: ReportData }) {
  const { change, people, review } = data
  const chosen = review.steps.outcome.form.outcome
  const outcome = review.status === 'completed' ? (change.pir_outcome ?? chosen) : chosen
  return (
    <article className="mx-auto flex max-w-4xl flex-col gap-8 text-base print:max-w-none print:gap-6">
      <header className="flex flex-col gap-2 border-b border-line pb-4">
        <p className="text-sm text-muted">Post-implementation review {review.reference}</p>
        <h1 className="text-2xl font-semibold tracking-tight text-balance">{change.title}</h1>
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <span className="font-mono">{change.number}</span>
          {outcome ? <OutcomeBadge outcome={outcome} /> : null}
          <StatusBadge status={review.status} />
        </p>
      </header>
      <ChangeSection change={change} people={people} />
      <ReviewContent data={data} level={2} renderText={(source) => <Markdown under={3}>{source}</Markdown>} />
      <SignOffSection data={data} level={2} />
      <footer className="border-t border-line pt-3 text-sm text-muted">
        {review.completed_through === 'api' ? 'Assigned to' : 'Reviewed by'} {review.reviewer_name ?? 'nobody'}
        {review.completed_at ? (
          <>
            , completed {review.completed_through === 'api' ? 'through the API ' : ''}by {review.completed_by} on{' '}
            <DateTime value={review.completed_at} />
          </>
        ) : null}
        . <ZoneNote at={review.completed_at ?? review.updated_at} />
      </footer>
    </article>
  )
}

function StatusBadge({ status }: Pick<Review, 'status'>) {
  if (status === 'completed') return null
  return <Badge tone="warning">{status === 'in_progress' ? 'Not completed yet' : reviewStatusLabels[status]}</Badge>
}

function ChangeSection({ change, people }: Pick<ReportData, 'change' | 'people'>) {
  return (
    <ReportSection title="The change" level={2}>
      <Facts>
        <Fact label="Type">{capitalised(change.type)}</Fact>
        <Fact label="Risk">{change.risk ? capitalised(change.risk) : 'Not rated'}</Fact>
        <Fact label="Implementer">
          <NamedPerson person={people?.assigned_to} />
        </Fact>
        {people?.requested_by ? (
          <Fact label="Requested by">
            <NamedPerson person={people.requested_by} />
          </Fact>
        ) : null}
        <Fact label="Affected services" wide>
          {change.affected_services.join(', ') || 'None recorded'}
        </Fact>
        <CloseFacts change={change} />
      </Facts>
    </ReportSection>
  )
}
