import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { QueryResult } from 'pg'
import { hashPassword } from '#server/platform/auth/password.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { transact } from '#server/platform/db/transaction.ts'
import { accounts } from '#server/schema/access.ts'
import { articles } from '#server/schema/articles.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { products, users } from '#server/schema/directory.ts'
import { improvements } from '#server/schema/improvements.ts'
import { demoPassword } from './accounts.ts'
import { buildDemoData } from './build-demo-data.ts'
import { seedDemoHistory } from './history/seed-history.ts'
import { seedDemoAlerts } from './seed-alerts.ts'
import { seedDemoAudits } from './seed-audits.ts'
import { seedDemoCauses } from './seed-causes.ts'
import { seedDemoConnections } from './seed-connections.ts'
import { seedDemoDeployments } from './seed-deployments.ts'
import { seedDemoImports } from './seed-imports.ts'
import { seedDemoNotifications } from './seed-notifications.ts'
import { seedDemoOrganisation } from './seed-organisation.ts'
import { seedDemoPolicy } from './seed-policy.ts'
import { seedDemoQuestions } from './seed-questions.ts'
import { seedDemoReviews } from './seed-reviews.ts'
import { seedDemoSignOff } from './seed-sign-off.ts'
import { seedDemoTeamwork } from './seed-teamwork.ts'
import { seedDemoTokens } from './seed-tokens.ts'
import { seedDemoWebhooks } from './seed-webhooks.ts'

const tables = ['accounts', 'users', 'products', 'changes', 'incidents', 'improvements', 'articles', 'reviews'] as const

/** Rows inserted by table. */
export type SeedCounts = Readonly<Record<(typeof tables)[number], number>>

const nothing: SeedCounts = Object.fromEntries(tables.map((table) => [table, 0])) as SeedCounts

/**
 * Inserts the demo data as of the day of `now` in one transaction. A seeded database stays as it is: its dates do not
 * move, as reviews and edits of people refer to them. Existing rows with the same keys stay.
 */
export async function seedDemoData(
  db: Queryable,
  now: Date,
  secret = randomBytes(48).toString('base64url'),
): Promise<SeedCounts> {
  if (await isSeeded(db)) return nothing
  const data = buildDemoData(now)
  const withPasswords = await Promise.all(
    data.accounts.map(async (account) => ({ ...account, passwordHash: await hashPassword(demoPassword) })),
  )
  return transact(db, async (tx) => {
    if (await isSeeded(tx)) return nothing
    const counts = {
      accounts: await countInserted(tx.insert(accounts).values(withPasswords).onConflictDoNothing()),
      users: await countInserted(tx.insert(users).values(data.users).onConflictDoNothing()),
      products: await countInserted(tx.insert(products).values(data.products).onConflictDoNothing()),
      changes: await countInserted(tx.insert(changes).values(data.changes).onConflictDoNothing()),
      incidents: await countInserted(tx.insert(incidents).values(data.incidents).onConflictDoNothing()),
      improvements: await countInserted(tx.insert(improvements).values(data.improvements).onConflictDoNothing()),
      articles: await countInserted(tx.insert(articles).values(data.articles).onConflictDoNothing()),
      reviews: await seedDemoReviews(tx, data, now),
    }
    await seedDemoPolicy(tx, data, now)
    await seedDemoSignOff(tx, now)
    await seedDemoCauses(tx)
    await seedDemoHistory(tx, now)
    await seedDemoNotifications(tx, now)
    await seedDemoQuestions(tx, now)
    await seedDemoOrganisation(tx, now)
    await seedDemoConnections(tx, now)
    await seedDemoTokens(tx, now)
    await seedDemoImports(tx, now)
    await seedDemoTeamwork(tx, now)
    await seedDemoAudits(tx, now)
    await seedDemoWebhooks(tx, now, secret)
    const unrecorded = await seedDemoDeployments(tx, now)
    const alerted = await seedDemoAlerts(tx, now)
    return { ...counts, changes: counts.changes + unrecorded, incidents: counts.incidents + alerted }
  })
}

/** True if the database is seeded, which a change of the demo shows, as changes are never deleted. */
async function isSeeded(db: Queryable): Promise<boolean> {
  const found = await db.select({ number: changes.number }).from(changes).where(eq(changes.origin, 'demo')).limit(1)
  return found.length > 0
}

const countInserted = async (insert: PromiseLike<QueryResult>): Promise<number> => (await insert).rowCount ?? 0
