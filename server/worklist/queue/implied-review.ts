import type { Comparison, FilterTree } from '#lib/filter/syntax-tree.ts'

/** Implication of a filter about the review of every matching change. */
export type ImpliedReview = 'open' | 'any' | 'none'

const readsPastReviews = new Set(['reviewer', 'due_on', 'submitted_by', 'form_kind', 'reason', 'needs_sign_off'])
const readsOpenReviews = new Set([
  'is_open',
  'due_in_days',
  'is_overdue',
  'is_unassigned',
  'is_returned',
  'is_waiver_requested',
])

/**
 * Determines whether a filter only matches changes that have a review, or even an open one. A statement with this
 * condition reads these reviews instead of all changes. `none` means no implication.
 */
export function getImpliedReview(tree: FilterTree | undefined): ImpliedReview {
  if (tree === undefined) return 'none'
  if (tree.kind === 'comparison') return readComparison(tree)
  if (tree.kind !== 'and') return 'none'
  const parts = tree.operands.map(getImpliedReview)
  return parts.includes('open') ? 'open' : parts.includes('any') ? 'any' : 'none'
}

function readComparison({ field, operator, values }: Comparison): ImpliedReview {
  if (operator === '!=' || operator === 'NOT IN' || values.includes(false)) return 'none'
  if (readsOpenReviews.has(field)) return 'open'
  if (readsPastReviews.has(field)) return 'any'
  if (field !== 'review_status' || (operator !== '=' && operator !== 'IN') || values.includes('none')) return 'none'
  return values.includes('completed') || values.includes('waived') ? 'any' : 'open'
}
