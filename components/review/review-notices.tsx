'use client'

import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { Notice } from '#components/ui/notice.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { isLocked, reviewSteps } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { isAssignedToAnother } from '#lib/domain/four-eyes/same-person.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { type ProgressStep, stepLabels } from '#lib/review/labels.ts'
import type { LiveReview } from './form/review-savers.ts'
import type { ReviewReader } from './form/use-step-form.ts'

const WaiverRequest = dynamic(() => import('./transition/waiver-request.tsx').then((part) => part.WaiverRequest), {
  loading: () => null,
})

// The space that it takes with one line, so that the page hardly moves.
const ReviewStatusNotice = dynamic(
  () => import('./form/review-status-notice.tsx').then((part) => part.ReviewStatusNotice),
  { loading: () => <div className="h-16" /> },
)

const ApiWriteNotice = dynamic(() => import('./form/api-write-notice.tsx').then((part) => part.ApiWriteNotice), {
  loading: () => null,
})

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
  // The last step shows the reason for a lock itself; a completed review says it in its header.
  const hasStatus = isLocked(review) ? step !== 'sign_off' && review.status !== 'completed' : review.returned !== null
  return (
    <>
      {hasStatus ? spaced(<ReviewStatusNotice review={review} step={step} />) : null}
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

const spaced = (notice: ReactNode) => <div className="mb-4 empty:hidden">{notice}</div>

export function AssignedNotice({ review, account }: { review: Review; account: string }) {
  if (!isAssignedToAnother(review, account)) return null
  return spaced(
    <Notice>Assigned to {review.reviewer_name ?? review.reviewer}. Your changes are recorded under your name.</Notice>,
  )
}

const unsavedStates = ['offline', 'signed_out', 'refused', 'conflict']

/** Lists other steps whose text is only in this browser. */
export function UnsavedNotice({ number, live, current }: { number: string; live: LiveReview; current: ProgressStep }) {
  const steps = reviewSteps.filter((step) => step !== current && unsavedStates.includes(live.states[step].kind))
  if (steps.length === 0) return null
  return spaced(
    <Notice tone="warning" announce>
      Not saved yet, stored in this browser:{' '}
      {steps.map((step, index) => (
        <span key={step}>
          {index > 0 ? ', ' : null}
          <TextLink href={pagePaths.review(number, step)}>{stepLabels[step]}</TextLink>
          {live.states[step].kind === 'conflict' ? ' (saved elsewhere too)' : null}
        </span>
      ))}
    </Notice>,
  )
}
