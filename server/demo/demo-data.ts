import type { incidentDecisions } from '#lib/contracts/app/review-values.ts'
import type { accounts } from '#server/schema/access.ts'
import type { articles } from '#server/schema/articles.ts'
import type { changes, incidents } from '#server/schema/changes.ts'
import type { products, users } from '#server/schema/directory.ts'
import type { improvements } from '#server/schema/improvements.ts'
import type { StoryReview } from './story.ts'

/** The rows to insert, and facts that they do not contain. */
export type DemoData = {
  /** Accounts without the hash of the password, which differs each time. */
  readonly accounts: (typeof accounts.$inferInsert)[]
  readonly users: (typeof users.$inferInsert)[]
  readonly products: (typeof products.$inferInsert)[]
  readonly changes: (typeof changes.$inferInsert)[]
  readonly incidents: (typeof incidents.$inferInsert)[]
  readonly improvements: (typeof improvements.$inferInsert)[]
  readonly articles: (typeof articles.$inferInsert)[]
  readonly reviews: DemoReview[]
  /** The true cause of incidents, also if the field of the incident is empty. */
  readonly causes: { readonly incident: string; readonly change: string }[]
}

/** A completed review; people are e-mails. */
export type DemoReview = Pick<StoryReview, 'outcome' | 'because' | 'deviations' | 'backout' | 'risk'> & {
  readonly reference: string
  readonly change: string
  readonly reviewer: string
  readonly reviewerName: string
  readonly signedOffBy: string | null
  readonly signerName: string | null
  readonly completedAt: string
  readonly incidents: readonly {
    readonly incident: string
    readonly decision: (typeof incidentDecisions)[number]
    readonly reason: string
  }[]
}
