import { CloseFacts } from '#components/changes/close-facts.tsx'
import { NamedPerson } from '#components/changes/named-person.tsx'
import { capitalised } from '#components/improvements/improvement-words.ts'
import { Badge } from '#components/ui/badge.tsx'
import { DateTime } from '#components/ui/date-time.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { JsonDocument } from '#components/ui/json-document.tsx'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { outcomeCriteria } from '#lib/domain/outcome-criteria.ts'
import type { ReportData } from '#lib/domain/report-data.ts'
import { reviewQuestions, reviewStatusLabels, verdictLabels } from '#lib/domain/review-words.ts'
import { ImprovementsSection, LessonsSection } from './follow-up-sections.tsx'
import { IncidentsSection } from './incidents-section.tsx'
import { OutcomeSection } from './outcome-section.tsx'
import { PlanSection } from './plan-section.tsx'
import { ReportSection } from './report-section.tsx'
import { SignOffSection } from './sign-off-section.tsx'

/** A review as one document, for screen and print. */
export function ReviewReport({ change, people, review, incidents, improvements }: ReportData) {
  const chosen = review.steps.outcome.form.outcome
  const outcome = review.status === 'completed' ? (change.pir_outcome ?? chosen) : chosen
  return (
    <article className="mx-auto flex max-w-4xl flex-col gap-8 text-base print:max-w-none print:gap-6">
      <header className="flex flex-col gap-2 border-b border-line pb-4">
        <p className="text-sm text-muted">Post-implementation review {review.reference}</p>
        <h1 className="text-2xl font-semibold tracking-tight text-balance">{change.title}</h1>
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <span className="font-mono">{change.number}</span>
          {outcome ? <Badge tone="accent">{outcomeCriteria[outcome].label}</Badge> : null}
          <StatusBadge status={review.status} />
        </p>
      </header>
      <ChangeSection change={change} people={people} />
      <OutcomeSection change={change} review={review} incidents={incidents} />
      <PlanSection change={change} review={review} />
      <RiskSection change={change} review={review} />
      <IncidentsSection review={review} incidents={incidents} />
      <ImprovementsSection review={review} improvements={improvements} />
      <LessonsSection review={review} />
      <SignOffSection review={review} />
      <footer className="border-t border-line pt-3 text-sm text-muted">
        {review.completed_through === 'api' ? 'Assigned to' : 'Reviewed by'} {review.reviewer_name ?? 'nobody'}
        {review.completed_at ? (
          <>
            , completed {review.completed_through === 'api' ? 'through the API ' : ''}by {review.completed_by} on{' '}
            <DateTime value={review.completed_at} />
          </>
        ) : null}
        .
      </footer>
    </article>
  )
}

function StatusBadge({ status }: Pick<Review, 'status'>) {
  if (status === 'completed') return null
  return <Badge tone="warning">{status === 'in_progress' ? 'Not completed yet' : reviewStatusLabels[status]}</Badge>
}

type PartProps = Pick<ReportData, 'change' | 'review'>

function ChangeSection({ change, people }: Pick<ReportData, 'change' | 'people'>) {
  return (
    <ReportSection title="The change">
      <Facts>
        <Fact label="Type">{capitalised(change.type)}</Fact>
        <Fact label="Risk">{change.risk ? capitalised(change.risk) : 'Not rated'}</Fact>
        <Fact label="Implementer">
          <NamedPerson person={people.assigned_to} />
        </Fact>
        <Fact label="Affected services" wide>
          {change.affected_services.join(', ') || 'None recorded'}
        </Fact>
        <CloseFacts change={change} />
      </Facts>
    </ReportSection>
  )
}

function RiskSection({ change, review }: PartProps) {
  const { verdict, missed } = review.steps.risk.form
  return (
    <ReportSection title="Risk">
      <JsonDocument value={change.risk_assessment} />
      <Facts className="mt-4">
        <Fact label="In hindsight">{verdict ? verdictLabels[verdict] : 'Open'}</Fact>
        {missed ? (
          <Fact label={reviewQuestions.missed} wide>
            <span className="whitespace-pre-wrap">{missed}</span>
          </Fact>
        ) : null}
      </Facts>
    </ReportSection>
  )
}
