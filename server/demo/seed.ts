import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { QueryResult } from 'pg'
import { createAudit, drawAudit, updateAuditChange } from '#server/insights/audits/commands.ts'
import { listAuditSample } from '#server/insights/audits/queries.ts'
import { hashPassword } from '#server/platform/auth/password.ts'
import { hashToken } from '#server/platform/auth/token-queries.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { transact } from '#server/platform/db/transaction.ts'
import { absences, accounts, calendars } from '#server/schema/access.ts'
import { articles } from '#server/schema/articles.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { products, users } from '#server/schema/directory.ts'
import { improvements } from '#server/schema/improvements.ts'
import { settings } from '#server/schema/settings.ts'
import { demoAccounts, demoPassword } from './accounts.ts'
import { buildDemoData } from './build-demo-data.ts'
import { addBusinessDays, addDays, addMinutes, getWorkdayOnOrBefore, setTime, toDay, toIso } from './calendar.ts'
import { seedDemoHistory } from './history/seed-history.ts'
import { getEmail } from './people.ts'
import { seedDemoAlerts } from './seed-alerts.ts'
import { seedDemoConnections } from './seed-connections.ts'
import { seedDemoDeployments } from './seed-deployments.ts'
import { seedDemoImports } from './seed-imports.ts'
import { seedDemoNotifications } from './seed-notifications.ts'
import { seedDemoPolicy } from './seed-policy.ts'
import { seedDemoQuestions } from './seed-questions.ts'
import { seedDemoReviews } from './seed-reviews.ts'
import { seedDemoSignOff } from './seed-sign-off.ts'
import { seedDemoTeamwork } from './seed-teamwork.ts'
import { seedDemoTokens } from './seed-tokens.ts'
import { seedDemoWebhooks } from './seed-webhooks.ts'

const targets = {
  reviews_in_time: 0.7,
  overdue_reviews: 3,
  change_failure_rate: 0.3,
  actions_in_time: 0.5,
  changes_with_outcome: 0.6,
}

/** The services whose changes people have in their calendars. */
const followedServices = ['payments-api', 'orders-db', 'core-network']

/**
 * Inserts targets of the key figures; a manager and a reviewer who will be away, with their delegates; calendars that
 * programs read; and a person who left the directory but still owns an action. Part of the transaction that inserts the
 * rest.
 */
async function seedDemoOrganisation(tx: Transaction, now: Date): Promise<void> {
  const updatedAt = now.toISOString()
  await tx
    .insert(settings)
    .values({ key: 'metric_targets', value: targets, updatedAt, updatedBy: 'Henrike Vos' })
    .onConflictDoNothing()
  const away = (accountId: string, delegateId: string, inWeeks: number, days: number) => {
    const first = addBusinessDays(addDays(now.getTime(), 7 * inWeeks), 1)
    return { accountId, delegateId, startsOn: toDay(first), endsOn: toDay(addDays(first, days)), updatedAt }
  }
  await tx
    .insert(absences)
    .values([
      away('acc_demo_manager', 'acc_demo_manager2', 3, 11),
      away('acc_demo_reviewer2', 'acc_demo_reviewer', 2, 4),
    ])
    .onConflictDoNothing()
  await tx.insert(calendars).values(buildCalendars(now)).onConflictDoNothing()
  await tx
    .update(users)
    .set({ isActive: false })
    .where(eq(users.email, getEmail('Nadia Rahimi')))
}

/**
 * Builds a calendar of each person's own work, and for some of one service each. Their URLs are not known to anybody.
 */
const buildCalendars = (now: Date) =>
  demoAccounts
    .flatMap(({ id: accountId, role }, index) => [
      ...(role === 'auditor' ? [] : [{ accountId, service: null, readHoursAgo: index + 1 }]),
      ...followedServices
        .slice(index % 3, (index % 3) + 1)
        .map((service) => ({ accountId, service, readHoursAgo: 20 })),
    ])
    .map(({ readHoursAgo, ...calendar }, index) => ({
      ...calendar,
      id: `cal_demo_${index + 1}`,
      secretHash: hashToken(randomBytes(32).toString('base64url')),
      createdAt: toIso(addDays(now.getTime(), -45 + index)),
      lastReadAt: toIso(addMinutes(now.getTime(), -60 * readHoursAgo)),
    }))

const size = 25

/**
 * Creates an audit of 25 changes of the last year, one of them an exception and one not answered yet. Part of the
 * transaction that inserts the rest.
 */
async function seedDemoAudits(tx: Transaction, now: Date): Promise<void> {
  const auditor = demoAccounts.find(({ role }) => role === 'auditor')
  if (!auditor) return
  const at = (daysAgo: number, time: string) => {
    const day = getWorkdayOnOrBefore(addDays(now.getTime(), -daysAgo))
    return {
      db: tx,
      actor: { kind: 'account', ...auditor },
      now: new Date(setTime(day, time)),
      requestId: 'demo-audit',
    } as const
  }
  const made = at(12, '09:00')
  const dayBefore = (days: number) => toIso(addDays(made.now.getTime(), -days)).slice(0, 10)
  const { id } = await createAudit(made, {
    name: 'Change management, last twelve months',
    from: dayBefore(365),
    to: dayBefore(1),
    method: 'random',
    size,
    seed: '17-23-31-38-40-44',
  })
  await drawAudit(at(12, '09:20'), id)
  const { rows } = await listAuditSample(made, id, { page: 1, limit: size })
  const exception = rows.find(({ missing }) => missing.length > 0) ?? rows[0]
  for (const [index, { number }] of rows.slice(0, -1).entries()) {
    await updateAuditChange(
      at(9 - Math.floor(index / 5), `1${index % 5}:${10 + index}`),
      { id, number },
      {
        request_number: `R-${String(index + 1).padStart(2, '0')}`,
        ...(number === exception?.number
          ? { state: 'exception', note: 'The record lacks what is listed here; the team is asked for a paper trail.' }
          : { state: 'answered' }),
      },
    )
  }
}

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

/** Marks the incidents that the reviews of the demo confirmed, as saving their decisions would. */
async function seedDemoCauses(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    update incidents set caused_by_change = reviews.change_number,
      updated_at = greatest(incidents.updated_at, steps.saved_at)
    from review_steps steps join reviews using (reference)
      cross join lateral json_array_elements(steps.form -> 'decisions') decision
    where reviews.origin = 'demo' and steps.step = 'incidents' and decision ->> 'decision' = 'confirmed'
      and incidents.number = decision ->> 'incident' and incidents.origin = 'demo'`)
}
