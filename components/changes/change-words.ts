import type { Tone } from '#components/ui/badge.tsx'
import type { ChangeRecord, ChangeState, ReviewOutcome } from '#lib/contracts/changes.ts'

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

export const outcomeTones: Readonly<Record<ReviewOutcome, Tone>> = {
  successful: 'success',
  successful_with_issues: 'warning',
  partially_successful: 'warning',
  failed: 'danger',
}

/** What a person is called by where only the address is known: the part before the @. */
export const mailboxOf = (email: string) => email.split('@')[0] ?? email

/** States in which a change has not been carried out yet, so that there is nothing to review. */
const earlyStates: readonly ChangeState[] = ['new', 'assess', 'authorize', 'scheduled']

/** Whether a review of the change can tell anything yet. */
export const isReviewable = ({ state, is_stub }: Pick<ChangeRecord, 'state' | 'is_stub'>) =>
  !is_stub && state !== 'canceled' && !earlyStates.includes(state)
