import type { Review } from '#lib/contracts/app/reviews.ts'
import { addDaysTo } from '#lib/domain/improvements/improvement-due.ts'

/** Maximum days after the first due date to which a review can be extended. */
const longestDays = 30

type ReviewDueDates = Pick<Review, 'first_due_on'> & { readonly due_on: string }

/**
 * Returns the days to which a review can be extended: after its due date, not in the past, and at most 30 days after
 * its first due date; null if there are none left. Days are YYYY-MM-DD.
 */
export function getExtensionDays({ due_on: due, first_due_on: firstDue }: ReviewDueDates, today: string) {
  const next = addDaysTo(due, 1)
  const first = next < today ? today : next
  const last = addDaysTo(firstDue ?? due, longestDays)
  return first > last ? null : { first, last }
}
