import { Notice } from '#components/ui/notice.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { type ProgressStep, stepLabels } from '#lib/review/labels.ts'

export function ReviewStatusNotice({ review, step }: { review: Review; step: ProgressStep }) {
  const { returned, status, change_number: number } = review
  if (status === 'awaiting_sign_off') {
    return (
      <Notice title="Submitted for sign-off">
        <DateTime value={review.submitted_at} />. It is read-only until it is signed off, sent back or withdrawn.{' '}
        <TextLink href={pagePaths.review(number, 'sign-off')}>Go to sign-off</TextLink>
      </Notice>
    )
  }
  if (review.waived) {
    const { at, by, reason, requested_by: requester } = review.waived
    return (
      <Notice
        title={
          by
            ? `${by} waived this review${requester ? `, at the request of ${requester}` : ''}`
            : 'This review is not required'
        }
      >
        <DateTime value={at} />: <span className="whitespace-pre-wrap">{reason}</span>
      </Notice>
    )
  }
  if (!returned) return null
  return (
    <Notice
      tone="warning"
      title={`${returned.by} ${returned.kind === 'reopened' ? 'reopened this review' : 'sent this review back'}${returned.step ? ` to the step ${stepLabels[returned.step]}` : ''}`}
      action={
        returned.kind === 'reopened' ? (
          <TextLink href={pagePaths.reviewVersions(number)}>Compare versions</TextLink>
        ) : returned.step && returned.step !== step ? (
          <TextLink href={pagePaths.review(number, returned.step)}>Go to {stepLabels[returned.step]}</TextLink>
        ) : null
      }
    >
      <DateTime value={returned.at} />: <span className="whitespace-pre-wrap">{returned.reason}</span>
    </Notice>
  )
}
