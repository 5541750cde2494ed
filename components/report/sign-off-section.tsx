import { ReviewDue } from '#components/records/review-due.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { outcomeCriteria } from '#lib/domain/review/outcome-criteria.ts'
import {
  describeApiWrite,
  describeCompletion,
  returnLabels,
  reviewStatusLabels,
} from '#lib/domain/review/review-labels.ts'
import { ReportSection, type SectionProps } from './report-section.tsx'
import { ReportTable } from './report-table.tsx'

/** Why the review was due, its status, who signed it off, why it came back, and its earlier versions. */
export function SignOffSection({ data: { review, returns, versions, nameOf }, level }: SectionProps) {
  const { reasons } = review
  return (
    <ReportSection title="Sign-off" level={level}>
      <Facts>
        <Fact label="Status">{reviewStatusLabels[review.status]}</Fact>
        <Fact label="Due">
          {review.due_on ? <ReviewDue review={{ ...review, due_on: review.due_on }} /> : 'No date'}
        </Fact>
        <Fact label="Versions">{review.completions}</Fact>
        <Fact label="Submitted">
          {review.submitted_at ? (
            <>
              <DateTime value={review.submitted_at} /> by {nameOf(review.submitted_by ?? '')}
            </>
          ) : review.needs_sign_off ? (
            review.completed_through === 'api' ? (
              'Never'
            ) : (
              'Not yet'
            )
          ) : (
            'No sign-off was needed'
          )}
        </Fact>
        {review.completed_at ? <Fact label="Completion">{describeCompletion(review)}</Fact> : null}
        {review.set_through_api ? (
          <Fact label="After the completion" wide>
            {describeApiWrite(review.set_through_api)}
          </Fact>
        ) : null}
        {review.implementer ? (
          <Fact label="Implementer, as stated at sign-off">{nameOf(review.implementer)}</Fact>
        ) : null}
        <Fact label="Signed off">
          {review.completed_through === 'api' ? (
            'Not signed off'
          ) : review.signed_off_at ? (
            <>
              <DateTime value={review.signed_off_at} /> by {review.signed_off_by}
            </>
          ) : review.needs_sign_off ? (
            'Not yet'
          ) : (
            'No sign-off was needed'
          )}
        </Fact>
        <Fact label="Why it is required" wide>
          {reasons.length === 0 ? 'It was started by choice.' : reasons.map(({ text }) => text).join('; ')}
        </Fact>
        {returns.map((entry) => (
          <Fact key={entry.at} label={returnLabels[entry.kind]} wide>
            <DateTime value={entry.at} /> by {entry.by}: <span className="whitespace-pre-wrap">{entry.reason}</span>
          </Fact>
        ))}
      </Facts>
      {versions.length > 1 || (versions.length > 0 && review.status !== 'completed') ? (
        <div className="mt-4">
          <ReportTable
            caption="Versions"
            columns={[
              { label: 'Version', cell: ({ number }) => `Version ${number}` },
              { label: 'Outcome', cell: ({ outcome }) => outcomeCriteria[outcome].label },
              {
                label: 'Completed',
                cell: ({ completed_at: at, completed_by: by }) => (
                  <span>
                    <DateTime value={at} /> by {by}
                  </span>
                ),
              },
              { label: 'Signed off', cell: ({ signed_off_by: by }) => by ?? '' },
            ]}
            rows={versions}
            rowKey={({ number }) => String(number)}
            empty=""
          />
        </div>
      ) : null}
    </ReportSection>
  )
}
