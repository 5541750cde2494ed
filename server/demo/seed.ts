import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { recordActionParts } from '#server/improvements/parts-of-actions.ts'
import { hashPassword } from '#server/platform/auth/password.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { transact } from '#server/platform/db/transaction.ts'
import { recordPartsOfHistory } from '#server/reviews/four-eyes/parts-of-history.ts'
import { accounts } from '#server/schema/access.ts'
import { articles } from '#server/schema/articles.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { products, users } from '#server/schema/directory.ts'
import { improvements } from '#server/schema/improvements.ts'
import { reviewSteps, reviews, reviewVersions } from '#server/schema/reviews.ts'
import { demoPassword } from './accounts.ts'
import { buildDemoData } from './build-demo-data.ts'
import { seedAccess } from './seed-access.ts'
import { seedConnections } from './seed-connections.ts'
import { seedEvents } from './seed-events.ts'
import { seedHistory } from './seed-history.ts'
import { seedImports } from './seed-imports.ts'
import { seedPolicy } from './seed-policy.ts'
import { seedWebhooks } from './seed-webhooks.ts'
import {
  seedAudit,
  seedConclusion,
  seedLessonMarks,
  seedNotifications,
  seedSecondLooks,
  seedStandardChanges,
  seedTeamwork,
} from './seed-work.ts'
import { insert, type Seeding } from './seeding.ts'

const tables = { accounts, users, products, changes, incidents, improvements, articles, reviews }

/** Rows inserted by table. */
export type SeedCounts = Readonly<Record<keyof typeof tables, number>>

const nothing = Object.fromEntries(Object.keys(tables).map((table) => [table, 0])) as SeedCounts

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
    // One process at a time; another waits as long as it takes.
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('demo'))`)
    if (await isSeeded(tx)) return nothing
    const seeding: Seeding = { tx, now, data }
    const counts = {
      accounts: await insert(tx, accounts, withPasswords),
      users: await insert(tx, users, data.users),
      products: await insert(tx, products, data.products),
      changes: await insert(tx, changes, data.changes),
      incidents: await insert(tx, incidents, data.incidents),
      improvements: await insert(tx, improvements, data.improvements),
      articles: await insert(tx, articles, data.articles),
      reviews: await insertReviews(seeding),
    }
    await seedPolicy(seeding)
    await seedHistory(seeding)
    await seedConnections(seeding)
    await seedImports(seeding)
    await seedAccess(seeding)
    await seedTeamwork(seeding)
    await seedLessonMarks(seeding)
    await seedNotifications(seeding)
    await seedAudit(seeding)
    await seedWebhooks(seeding, secret)
    const made = await seedEvents(seeding)
    await recordPartsOfHistory(tx)
    await recordActionParts(tx)
    await seedSecondLooks(seeding)
    await seedConclusion(seeding)
    await seedStandardChanges(seeding)
    return { ...counts, changes: counts.changes + made.changes, incidents: counts.incidents + made.incidents }
  })
}

/** True if the database is seeded, which a change of the demo shows, as changes are never deleted. */
async function isSeeded(db: Queryable): Promise<boolean> {
  const found = await db.select({ number: changes.number }).from(changes).where(eq(changes.origin, 'demo')).limit(1)
  return found.length > 0
}

/** Inserts the reviews with their answers and versions, and marks the incidents that they confirmed. */
async function insertReviews({ tx, data }: Seeding): Promise<number> {
  const inserted = await tx
    .insert(reviews)
    .values(data.reviews.map(({ review }) => review))
    .onConflictDoNothing()
    .returning({ reference: reviews.reference })
  const references = new Set(inserted.map(({ reference }) => reference))
  const written = data.reviews.filter(({ review }) => references.has(review.reference))
  const steps = written.flatMap(({ review: { reference, updatedAt: savedAt, reviewerName: savedBy }, forms }) =>
    Object.entries(forms).map(([step, form]) => ({ reference, step, form, version: 1, savedAt, savedBy })),
  )
  await insert(tx, reviewSteps, steps as (typeof reviewSteps.$inferInsert)[])
  await insert(
    tx,
    reviewVersions,
    written.flatMap(({ versions }) => versions),
  )
  await tx.execute(sql`
    update incidents set caused_by_change = reviews.change_number,
      updated_at = greatest(incidents.updated_at, steps.saved_at)
    from review_steps steps join reviews using (reference)
      cross join lateral json_array_elements(steps.form -> 'decisions') decision
    where reviews.origin = 'demo' and steps.step = 'incidents' and decision ->> 'decision' = 'confirmed'
      and incidents.number = decision ->> 'incident' and incidents.origin = 'demo'`)
  return references.size
}
