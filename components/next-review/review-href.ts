import { isPersonal } from '#components/records/worklist-labels.ts'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'
import type { WorklistSection } from '#lib/contracts/app/review-values.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

type Entry = Pick<QueueEntry, 'number' | 'review_status' | 'form_kind'>

/** Where a review is worked on: its sign-off where it waits for that, else its form. */
export function reviewHref({ number, review_status: status, form_kind: form }: Entry): string {
  if (status === 'awaiting_sign_off') return pagePaths.review(number, 'sign-off')
  return pagePaths.review(number, form === 'short' ? 'short' : undefined)
}

/** What a row of Today opens: the review for the person who does it, the change for a manager who assigns it. */
export const worklistHref = (entry: Entry, section: WorklistSection): string =>
  isPersonal(section) ? reviewHref(entry) : pagePaths.change(entry.number)
