import type { incidentDecisions } from '#lib/contracts/app/review-values.ts'
import type { accounts } from '#server/schema/access.ts'
import type { articles } from '#server/schema/articles.ts'
import type { changes, incidents } from '#server/schema/changes.ts'
import type { products, users } from '#server/schema/directory.ts'
import type { improvements } from '#server/schema/improvements.ts'
import type { StoryReview } from './story.ts'

/** Rows as they are inserted, and what is known beyond them. */
export type DemoData = {
  /** Without the hash of the password, which differs each time. */
  readonly accounts: (typeof accounts.$inferInsert)[]
  readonly users: (typeof users.$inferInsert)[]
  readonly products: (typeof products.$inferInsert)[]
  readonly changes: (typeof changes.$inferInsert)[]
  readonly incidents: (typeof incidents.$inferInsert)[]
  readonly improvements: (typeof improvements.$inferInsert)[]
  readonly articles: (typeof articles.$inferInsert)[]
  readonly reviews: DemoReview[]
  /** Which change truly caused which incident, also where the incident's own field is empty. */
  readonly causes: { readonly incident: string; readonly change: string }[]
}

/** A completed review. E-mail addresses for people. */
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
