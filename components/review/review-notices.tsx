import type { ReactNode } from 'react'
import { Notice } from '#components/ui/notice.tsx'
import type { LiveReview } from '#lib/api/review-savers.ts'
import { isLocked } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ProgressStep } from '#lib/domain/review/review-labels.ts'
import { AssignedNotice } from './assigned-notice.tsx'
import { ApiWriteNotice, ReviewStatusNotice, WaiverRequest } from './lazy-steps.tsx'
import type { ReviewReader } from './step-content.tsx'
import { UnsavedNotice } from './unsaved-notice.tsx'

type ReviewNoticesProps = {
  number: string
  review: Review
  live: LiveReview
  step: ProgressStep
  reader: ReviewReader
}

/** Notices above the answers: the reason for a lock, other people who work on the review, steps that are not saved. */
export function ReviewNotices({ number, review, live, step, reader }: ReviewNoticesProps) {
  const isReadOnly = !reader.canWrite || isLocked(review)
  // The last step shows the reason for a lock itself.
  const hasStatus = isLocked(review) ? step !== 'sign_off' : review.returned !== null
  return (
    <>
      {/* Hidden until its notice has loaded. */}
      <div className="mb-4 empty:hidden">{hasStatus ? <ReviewStatusNotice review={review} step={step} /> : null}</div>
      {review.waiver_requested ? spaced(<WaiverRequest review={review} />) : null}
      {!reader.canWrite && !isLocked(review)
        ? spaced(<Notice>You can read this review. Only reviewers can edit it.</Notice>)
        : null}
      {review.set_through_api ? spaced(<ApiWriteNotice review={review} />) : null}
      {isReadOnly ? null : <AssignedNotice review={review} account={reader.email} />}
      {isReadOnly ? null : <UnsavedNotice number={number} live={live} current={step} />}
    </>
  )
}

const spaced = (notice: ReactNode) => <div className="mb-4">{notice}</div>
