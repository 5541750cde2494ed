import { z } from 'zod'
import { improvementStatuses, listImprovements } from '#lib/contracts/improvements.ts'
import { FilterQuery } from '#lib/contracts/pages.ts'
import { oneOf, text, wholeNumber } from '#lib/contracts/primitives.ts'

/** The URL parameters of the register. Without a status it shows unfinished actions. */
export const RegisterQuery = z.object({
  status: oneOf(['all', ...improvementStatuses]).optional(),
  /** An e-mail address, or `me`. */
  owner: text(254).optional(),
  due: oneOf(['overdue', 'week']).optional(),
  category: text(64).optional(),
  priority: text(64).optional(),
  /** Reference of a review. */
  source: text(128).optional(),
  query: FilterQuery.optional(),
  sort: listImprovements.query.shape.sort,
  page: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(1),
  limit: wholeNumber(1, 100).default(50),
})
export type RegisterQuery = z.output<typeof RegisterQuery>
