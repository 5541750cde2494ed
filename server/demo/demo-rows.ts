import type { accounts } from '#server/schema/access.ts'
import type { articles } from '#server/schema/articles.ts'
import type { changes, incidents } from '#server/schema/changes.ts'
import type { products as productRows, users } from '#server/schema/directory.ts'
import type { improvements } from '#server/schema/improvements.ts'

/** The rows to insert, and facts that they do not contain. */
export type DemoRows = {
  /** Accounts without the hash of the password, which differs each time. */
  readonly accounts: (typeof accounts.$inferInsert)[]
  readonly users: (typeof users.$inferInsert)[]
  readonly products: (typeof productRows.$inferInsert)[]
  readonly changes: (typeof changes.$inferInsert)[]
  readonly incidents: (typeof incidents.$inferInsert)[]
  readonly improvements: (typeof improvements.$inferInsert)[]
  readonly articles: (typeof articles.$inferInsert)[]
  /** The true cause of incidents, also if the field of the incident is empty. */
  readonly causes: { readonly incident: string; readonly change: string }[]
}
