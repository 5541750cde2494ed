import dynamic from 'next/dynamic'
import { useUser } from '#components/layout/user-context.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { isClosedReview } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { type SignOffCase, whyNotSignOff } from '#lib/review/sign-off.ts'
import { recallList } from './remembered-list.ts'

const NextLinks = dynamic(() => import('./next-links.tsx').then((part) => part.NextLinks), { loading: () => null })

type NextReviewProps = { review: Review; change: ChangeRecord }

/** Links shown once a person is done with a review: the next review of the list from which they came, and that list. */
export function NextReview({ review, change }: NextReviewProps) {
  const isHydrated = useHydrated()
  const person = useUser()
  if (!isHydrated || !person || !isDone({ review, person })) return null
  const list = recallList(change.number)
  return list && <NextLinks list={list} number={change.number} person={person} />
}

/** True if the review is completed, waits for someone else to sign it off, or was sent back to someone else. */
function isDone({ review, person }: Pick<NextReviewProps, 'review'> & Pick<SignOffCase, 'person'>): boolean {
  const { status, returned, reviewer } = review
  if (status === 'awaiting_sign_off') return whyNotSignOff({ review, person }) !== null
  return isClosedReview(status) || (returned?.kind === 'returned' && reviewer !== person.email)
}
