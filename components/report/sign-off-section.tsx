import { DateTime } from '#components/ui/date-time.tsx'
import { Day } from '#components/ui/day.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import type { ReportData } from '#lib/domain/report-data.ts'
import { apiWriteInWords, completionInWords, reviewStatusLabels, submitterOf } from '#lib/domain/review-words.ts'
import { ReportSection } from './report-section.tsx'

/** Why the review was owed, its status, and who signed it off. */
export function SignOffSection({ review }: Pick<ReportData, 'review'>) {
  const { returned, reasons } = review
  return (
    <ReportSection title="Sign-off">
      <Facts>
        <Fact label="Status">{reviewStatusLabels[review.status]}</Fact>
        <Fact label="Due">{review.due_on ? <Day value={review.due_on} /> : 'No date'}</Fact>
        <Fact label="Versions">{review.completions}</Fact>
        <Fact label="Submitted">
          {review.submitted_at ? (
            <>
              <DateTime value={review.submitted_at} /> by {submitterOf(review)}
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
        {review.completed_at ? <Fact label="Completion">{completionInWords(review)}</Fact> : null}
        {review.set_through_api ? (
          <Fact label="After the completion" wide>
            {apiWriteInWords(review.set_through_api)}
          </Fact>
        ) : null}
        {review.implementer ? <Fact label="Implementer, as stated at sign-off">{review.implementer}</Fact> : null}
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
        <Fact label="Why it is owed" wide>
          {reasons.length === 0 ? 'It was started by choice.' : reasons.map(({ text }) => text).join('; ')}
        </Fact>
        {returned ? (
          <Fact label={returned.kind === 'reopened' ? 'Reopened' : 'Returned'} wide>
            <DateTime value={returned.at} /> by {returned.by}: {returned.reason}
          </Fact>
        ) : null}
      </Facts>
    </ReportSection>
  )
}
