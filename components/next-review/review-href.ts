import type { QueueEntry } from '#lib/contracts/app/queue.ts'
import { isForReader, type WorklistSection } from '#lib/contracts/app/review-values.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

type LinkedReview = Pick<QueueEntry, 'number' | 'review_status' | 'form_kind' | 'open_step'>

/** The page on which a person works on a review: its sign-off, or its form at the open step, else at the plan. */
export function reviewHref({ number, review_status: status, form_kind: form, open_step: step }: LinkedReview): string {
  if (status === 'awaiting_sign_off') return pagePaths.review(number, 'sign-off')
  if (form === 'short') return pagePaths.review(number, 'short')
  return pagePaths.review(number, step ?? 'plan')
}

/** The page that a row of Today opens: the change for a manager who assigns or waives, else the review. */
export const worklistHref = (entry: LinkedReview, section: WorklistSection): string =>
  isForReader(section) && section !== 'confirm_waiver' ? reviewHref(entry) : pagePaths.change(entry.number)
