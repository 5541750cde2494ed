import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Article } from '#lib/contracts/articles.ts'
import { ChangeRecord } from '#lib/contracts/changes.ts'
import { Improvement } from '#lib/contracts/improvements.ts'
import { Incident } from '#lib/contracts/incidents.ts'
import { Product } from '#lib/contracts/products.ts'
import { User, UserWithProfile } from '#lib/contracts/users.ts'
import { listArticles } from '#server/articles/queries.ts'
import { listChanges } from '#server/changes/list-changes.ts'
import { listImprovements } from '#server/improvements/queries.ts'
import { listIncidents } from '#server/incidents/queries.ts'
import { loadWeeklyPack, resolveWeek } from '#server/pages/report/load-weekly-pack.ts'
import { getUser, listUsers } from '#server/people/queries.ts'
import { isPassword } from '#server/platform/auth/password.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { anonymous, type Context } from '#server/platform/runtime/context.ts'
import { listProducts } from '#server/products/queries.ts'
import { absences, accounts, apiTokens, calendars } from '#server/schema/access.ts'
import { articles } from '#server/schema/articles.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import {
  alertGroups,
  connectionRefusals,
  connectionRuns,
  connectionStreams,
  connections,
  connectionWrites,
  deployments,
  inboundEvents,
  issueLinks,
} from '#server/schema/connections.ts'
import { products, users } from '#server/schema/directory.ts'
import { auditEvents } from '#server/schema/history.ts'
import { improvements } from '#server/schema/improvements.ts'
import { notifications } from '#server/schema/notifications.ts'
import { holidays, policyDecisions, policyRules, reviewerGroups, serviceReviewers } from '#server/schema/policy.ts'
import { reviewProposals } from '#server/schema/review-proposals.ts'
import {
  attachmentParts,
  attachments,
  counters,
  reviewComments,
  reviewSteps,
  reviews,
  savedViews,
} from '#server/schema/reviews.ts'
import { settings } from '#server/schema/settings.ts'
import { webhookDeliveries, webhooks } from '#server/schema/webhooks.ts'
import { demoPassword } from './accounts.ts'
import { seedDemoData } from './seed.ts'

const now = new Date('2026-11-20T14:03:07.123Z')
const aMonthLater = new Date('2026-12-21T08:00:00.000Z')
const tables = {
  auditEvents,
  accounts,
  alertGroups,
  users,
  products,
  changes,
  incidents,
  improvements,
  articles,
  reviews,
  reviewSteps,
  notifications,
  policyRules,
  policyDecisions,
  reviewerGroups,
  serviceReviewers,
  holidays,
  counters,
  connections,
  connectionStreams,
  connectionRuns,
  connectionRefusals,
  connectionWrites,
  inboundEvents,
  deployments,
  absences,
  apiTokens,
  attachments,
  attachmentParts,
  calendars,
  issueLinks,
  reviewComments,
  reviewProposals,
  savedViews,
  settings,
  webhookDeliveries,
  webhooks,
}
const all = { page: 1, limit: 1000 }

const database = provideTestDatabase({ empty: Object.values(tables) })
let ctx: Context

beforeAll(() => {
  ctx = { db: database.db, actor: anonymous, now, requestId: 'seed-test' }
})

/** A fingerprint of all stored data, which changes with any value. */
/** Tables whose rows no page lists, or that only a running service or a person writes. */
const withoutDemoRows = [
  'account_identities',
  'account_invitations',
  'audit_counts',
  'audit_explanations',
  'connection_records',
  'deleted_records',
  'former_numbers',
  'idempotency_keys',
  'import_mappings',
  'ledger_leaves',
  'ledger_nodes',
  'ledger_pending',
  'ledger_receipts',
  'ledgers',
  'long_transactions',
  'mail_preferences',
  'mails',
  'caller_counts',
  'service_processes',
  'sessions',
  'setup_codes',
]

async function hashTables(): Promise<Record<string, string>> {
  const prints = Object.entries(tables).map(async ([name, table]) => {
    const { rows } = await database.db.execute<{ print: string }>(
      sql`select coalesce(md5(string_agg(row::text, ',' order by row::text)), '') as print from ${table} as row`,
    )
    return [name, rows[0]?.print ?? ''] as const
  })
  return Object.fromEntries(await Promise.all(prints))
}

test('stored records match the contracts', async () => {
  await seedDemoData(database.db, now)
  const read = async <Row>(schema: z.ZodType<Row>, page: Promise<{ rows: unknown[] }>) =>
    z.array(schema).parse((await page).rows).length
  expect(await read(User, listUsers(ctx, all))).toBe(60)
  expect(await read(Product, listProducts(ctx, all))).toBe(120)
  expect(await read(ChangeRecord, listChanges(ctx, all))).toBe(60)
  expect(await read(Incident, listIncidents(ctx, all))).toBe(302)
  expect(await read(Improvement, listImprovements(ctx, all))).toBe(23)
  expect(await read(Article, listArticles(ctx, all))).toBe(29)
  expect(UserWithProfile.parse(await getUser(ctx, 'usr_0008')).name).toBe('Tomas Lind')
})

test('a second run, a month later, writes nothing', async () => {
  const first = await seedDemoData(database.db, now)
  expect(first).toEqual({
    accounts: 7,
    users: 60,
    products: 120,
    changes: 60,
    incidents: 302,
    improvements: 23,
    articles: 29,
    reviews: expect.any(Number),
  })
  const before = await hashTables()
  const again = await seedDemoData(database.db, now)
  const later = await seedDemoData(database.db, aMonthLater)
  expect([...Object.values(again), ...Object.values(later)].filter((count) => count > 0)).toEqual([])
  expect(await hashTables()).toEqual(before)
})

test('the weekly pack of the demo has rows on the first and on the last day of a week', async () => {
  for (const day of [new Date('2026-11-23T00:05:00.000Z'), new Date('2026-11-29T23:55:00.000Z')]) {
    await seedDemoData(database.db, day)
    const dayCtx = { ...ctx, now: day }
    const { parts } = await loadWeeklyPack(dayCtx, resolveWeek(dayCtx).week)
    const empty = parts.flatMap((part) =>
      part.kind === 'section' && part.parts.some((one) => one.kind === 'table' && one.rows.length === 0)
        ? [part.title]
        : [],
    )
    expect([day, empty]).toEqual([day, ['Earlier changes that failed or caused an incident']])
    for (const table of Object.values(tables)) await database.db.delete(table)
  }
})

test('no page of the demo is empty: every table that one shows has rows', async () => {
  await seedDemoData(database.db, now)
  const { rows } = await database.db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const empty: string[] = []
  for (const { name } of rows) {
    if ((await database.db.execute(sql`select from ${sql.identifier(name)} limit 1`)).rows.length === 0)
      empty.push(name)
  }
  expect(empty.filter((name) => !withoutDemoRows.includes(name))).toEqual([])
})

test('keeps what people edited or deleted', async () => {
  await seedDemoData(database.db, now)
  const edited = { title: 'Edited by a person', version: 2 }
  await database.db.update(changes).set(edited).where(eq(changes.number, 'CHG0030021'))
  await database.db.delete(improvements).where(eq(improvements.id, 'imp_demo_0003'))
  const before = await hashTables()
  await seedDemoData(database.db, aMonthLater)
  expect(await hashTables()).toEqual(before)
})

test('keeps existing rows with the same keys, and their accounts', async () => {
  const dayCtx = now.toISOString()
  const person = { id: 'usr_0001', name: 'Somebody Else', nameKey: 'somebody else', email: 'else@example.org' }
  const existing = { ...person, bio: '', location: '', origin: 'import', createdAt: dayCtx }
  await database.db.insert(users).values(existing)
  await database.db.insert(accounts).values({
    id: 'acc_own',
    email: 'admin@hindsight.example',
    name: 'The real admin',
    role: 'admin',
    origin: 'entry',
    createdAt: dayCtx,
    updatedAt: dayCtx,
  })
  expect(await seedDemoData(database.db, now)).toMatchObject({ users: 59, accounts: 6 })
  expect(await database.db.select().from(users).where(eq(users.id, 'usr_0001'))).toMatchObject([existing])
  const admins = await database.db.select().from(accounts).where(eq(accounts.email, 'admin@hindsight.example'))
  expect(admins).toMatchObject([{ id: 'acc_own', passwordHash: null }])
})

test('two concurrent processes write one set', async () => {
  const counts = await Promise.all([seedDemoData(database.db, now), seedDemoData(database.db, now)])
  expect(counts.reduce((sum, { changes: inserted }) => sum + inserted, 0)).toBe(60)
  expect(await database.db.$count(incidents)).toBe(302)
})

test('every account has the demo password', async () => {
  await seedDemoData(database.db, now)
  const stored = await database.db.select().from(accounts)
  const open = await Promise.all(stored.map(({ passwordHash }) => isPassword(passwordHash, demoPassword)))
  expect(open).toEqual([true, true, true, true, true, true, true])
  expect(new Set(stored.map(({ passwordHash }) => passwordHash)).size).toBe(7)
})

test('the history of an action names who its record says verified it', async () => {
  await seedDemoData(database.db, now)
  const { rows } = await database.db.execute(sql`
    select i.id, i.verified_by, e.actor_id, a.email as writer from improvements i
      join audit_events e on e.entity_type = 'improvement' and e.entity_id = i.id
        and e.changes #>> '{status,to}' = 'verified'
      left join accounts a on a.id::text = e.actor_id
    where i.verified_by is not null`)
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ verified_by, writer }) => verified_by !== writer)).toEqual([])
})
