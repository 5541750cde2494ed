import { eq } from 'drizzle-orm'
import type { QueryResult } from 'pg'
import { hashPassword } from '#server/platform/auth/password.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { accounts } from '#server/schema/access.ts'
import { articles } from '#server/schema/articles.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { products, users } from '#server/schema/directory.ts'
import { improvements } from '#server/schema/improvements.ts'
import { demoPassword } from './accounts.ts'
import { buildDemoData } from './build-demo-data.ts'
import { seedDemoHistory } from './history/seed-history.ts'
import { seedDemoCauses } from './seed-causes.ts'
import { seedDemoNotifications } from './seed-notifications.ts'
import { seedDemoPolicy } from './seed-policy.ts'
import { seedDemoQuestions } from './seed-questions.ts'
import { seedDemoReviews } from './seed-reviews.ts'
import { seedDemoSignOff } from './seed-sign-off.ts'
import { seedDemoVotes } from './seed-votes.ts'

const tables = ['accounts', 'users', 'products', 'changes', 'incidents', 'improvements', 'articles', 'reviews'] as const

/** Rows inserted by table. */
export type SeedCounts = Readonly<Record<(typeof tables)[number], number>>

const nothing: SeedCounts = Object.fromEntries(tables.map((table) => [table, 0])) as SeedCounts

/**
 * Inserts the demo data as of the day of `now` in one transaction. A seeded database stays as it is: its dates do not
 * move along, since people's reviews and edits refer to them. Existing rows with the same keys stay.
 */
export async function seedDemoData(db: Queryable, now: Date): Promise<SeedCounts> {
  if (await isSeeded(db)) return nothing
  const data = buildDemoData(now)
  const withPasswords = await Promise.all(
    data.accounts.map(async (account) => ({ ...account, passwordHash: await hashPassword(demoPassword) })),
  )
  return inTransaction(db, async (tx) => {
    if (await isSeeded(tx)) return nothing
    const counts = {
      accounts: await inBatches(withPasswords, (rows) => tx.insert(accounts).values(rows).onConflictDoNothing()),
      users: await inBatches(data.users, (rows) => tx.insert(users).values(rows).onConflictDoNothing()),
      products: await inBatches(data.products, (rows) => tx.insert(products).values(rows).onConflictDoNothing()),
      changes: await inBatches(data.changes, (rows) => tx.insert(changes).values(rows).onConflictDoNothing()),
      incidents: await inBatches(data.incidents, (rows) => tx.insert(incidents).values(rows).onConflictDoNothing()),
      improvements: await inBatches(data.improvements, (rows) =>
        tx.insert(improvements).values(rows).onConflictDoNothing(),
      ),
      articles: await inBatches(data.articles, (rows) => tx.insert(articles).values(rows).onConflictDoNothing()),
      reviews: await seedDemoReviews(tx, data, now),
    }
    await seedDemoPolicy(tx, data, now)
    await seedDemoSignOff(tx, now)
    await seedDemoCauses(tx)
    await seedDemoHistory(tx, now)
    await seedDemoVotes(tx, now)
    await seedDemoNotifications(tx, now)
    await seedDemoQuestions(tx, now)
    return counts
  })
}

/** Changes are never deleted, so a change of the demo shows that the database is seeded. */
async function isSeeded(db: Queryable): Promise<boolean> {
  const found = await db.select({ number: changes.number }).from(changes).where(eq(changes.origin, 'demo')).limit(1)
  return found.length > 0
}

const batchSize = 200

async function inBatches<Row>(rows: readonly Row[], insert: (batch: Row[]) => PromiseLike<QueryResult>) {
  let inserted = 0
  for (let start = 0; start < rows.length; start += batchSize) {
    const result = await insert(rows.slice(start, start + batchSize))
    inserted += result.rowCount ?? 0
  }
  return inserted
}
