import { DateTime } from '#components/ui/date-time.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** What everybody who opens the review has to know first: that it came back and why, or that it waits. */
export function ReviewStanding({ review }: { review: Review }) {
  const { returned, status, change_number: number } = review
  if (status === 'awaiting_sign_off') {
    return (
      <Notice title="It waits for sign-off">
        Submitted <DateTime value={review.submitted_at} />. Until it is signed, returned or withdrawn it is for reading.{' '}
        <TextLink href={pagePaths.review(number, 'sign-off')}>Go to the sign-off</TextLink>
      </Notice>
    )
  }
  if (!returned) return null
  return (
    <Notice
      tone="warning"
      title={`${returned.by} ${returned.kind === 'reopened' ? 'reopened' : 'returned'} this review`}
      action={
        returned.kind === 'reopened' ? (
          <TextLink href={pagePaths.reviewVersions(number)}>Compare versions</TextLink>
        ) : null
      }
    >
      <DateTime value={returned.at} />: <span className="whitespace-pre-wrap">{returned.reason}</span>
    </Notice>
  )
}
