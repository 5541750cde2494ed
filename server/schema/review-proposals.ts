import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import type { ProposedPart, proposalDecisions } from '#lib/contracts/app/review-proposals.ts'
import { codePointText, json, moment } from './columns.ts'

/**
 * Answers that an assistant proposes for a review, each for a field of a step. They are not part of the review itself.
 */
export const reviewProposals = pgTable(
  'review_proposals',
  {
    id: codePointText('id').primaryKey(),
    reference: codePointText('reference').notNull(),
    /** The field and its proposed value; of a list, one entry. */
    part: json('part').$type<ProposedPart>().notNull(),
    /** The token or the account in whose name it was proposed, and its name. */
    proposedById: codePointText('proposed_by_id').notNull(),
    proposedBy: text('proposed_by').notNull(),
    proposedAt: moment('proposed_at').notNull(),
    /** `replaced` if the same assistant proposed another answer since. */
    state: codePointText('state')
      .$type<'open' | 'replaced' | (typeof proposalDecisions)[number]>()
      .notNull()
      .default('open'),
    /** E-mail address of the person who accepted or dismissed it; null once it is replaced. */
    decidedBy: codePointText('decided_by'),
    decidedAt: moment('decided_at'),
  },
  (table) => [index('review_proposals_open').on(table.reference, table.proposedAt).where(sql`state = 'open'`)],
)
