import type { Tone } from '#components/ui/badge.tsx'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'
import { isClosedReview } from '#lib/contracts/app/review-values.ts'
import type { ChangeRecord, ChangeState, ReviewOutcome } from '#lib/contracts/changes.ts'
import { isPlanned } from '#lib/domain/change/planned-change.ts'

export const stateTones: Readonly<Record<ChangeState, Tone>> = {
  new: 'neutral',
  assess: 'neutral',
  authorize: 'neutral',
  scheduled: 'info',
  implement: 'accent',
  review: 'warning',
  closed: 'neutral',
  canceled: 'neutral',
}

export const outcomeTones = {
  successful: 'success',
  successful_with_issues: 'warning',
  partially_successful: 'warning',
  failed: 'danger',
} as const satisfies Record<ReviewOutcome, Tone>

/** Returns the mailbox of an e-mail address, as a name for a person of whom nothing else is known. */
export const getMailbox = (email: string) => email.split('@')[0] ?? email

/** True if the work has begun, so that there is something to review. */
export const isReviewable = ({ state, is_stub }: Pick<ChangeRecord, 'state' | 'is_stub'>) =>
  !is_stub && state !== 'canceled' && !isPlanned({ state })

export const hasOpenReview = ({ review_status: status }: QueueEntry): boolean =>
  status !== 'none' && !isClosedReview(status)
