import type { OwedReason } from '#lib/contracts/app/review-values.ts'
import { writeList } from '#lib/text/cell-text.ts'

/**
 * A nested value as the text of one cell: lists of texts, and of the reasons of a review, as people write them; other
 * lists and objects as JSON.
 */
export function formatNested(value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value)
  if (value.every((item) => typeof item === 'string')) return writeList(value)
  return value.every(isReason) ? writeList(value.map(({ rule, text }) => `${rule}: ${text}`)) : JSON.stringify(value)
}

const isReason = (item: unknown): item is OwedReason =>
  typeof item === 'object' && item !== null && 'rule_id' in item && 'rule' in item && 'text' in item
