import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { listApiTokens as tokensContract } from '#lib/contracts/app/api-tokens.ts'
import { HistoryEvent } from '#lib/contracts/app/history.ts'
import { keyFigureNames } from '#lib/contracts/app/metric-values.ts'
import { Review } from '#lib/contracts/app/reviews.ts'
import { Article } from '#lib/contracts/articles.ts'
import { ChangeRecord } from '#lib/contracts/changes.ts'
import { ImportRecord } from '#lib/contracts/import-records.ts'
import { Improvement } from '#lib/contracts/improvements.ts'
import { Incident } from '#lib/contracts/incidents.ts'
import { Product } from '#lib/contracts/products.ts'
import { User, UserWithProfile } from '#lib/contracts/users.ts'
import { listLeavers } from '#server/accounts/leavers/queries.ts'
import { listArticles } from '#server/articles/queries.ts'
import { listChanges } from '#server/changes/list-changes.ts'
import { getConnection, listConnections } from '#server/connections/queries.ts'
import { hasDueConnections } from '#server/connections/run-connections.ts'
import { listDeploymentsOfChange } from '#server/deployments/deployments-of-change.ts'
import { listUnrecordedChanges } from '#server/deployments/unrecorded-changes.ts'
import { appendLeaves } from '#server/history/ledger/append-leaves.ts'
import { listChangeHistory } from '#server/history/queries.ts'
import { verifyLedger } from '#server/history/verify-ledger.ts'
import { getImport, listImports } from '#server/import/jobs/queries.ts'
import { listRefusedRows } from '#server/import/jobs/refused-rows.ts'
import { listImprovements } from '#server/improvements/queries.ts'
import { listIncidents } from '#server/incidents/queries.ts'
import { readMetricTargets } from '#server/insights/metric-targets.ts'
import { loadWeeklyPack, resolveWeek } from '#server/pages/report/load-weekly-pack.ts'
import { getUser, listUsers } from '#server/people/queries.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { listApiTokens } from '#server/platform/auth/token-queries.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { setRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { listProducts } from '#server/products/queries.ts'
import { listPossibleCauses } from '#server/reviews/candidates/possible-causes.ts'
import { signOffReview } from '#server/reviews/commands/sign-off.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { decideReviews } from '#server/reviews/policy/decide-reviews.ts'
import { findReview } from '#server/reviews/queries.ts'
import { createContext, insertChange } from '#server/reviews/testing.ts'
import { listReviewVersions } from '#server/reviews/versions.ts'
import { absences, accounts } from '#server/schema/access.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { deployments } from '#server/schema/connections.ts'
import { users } from '#server/schema/directory.ts'
import { auditEvents } from '#server/schema/history.ts'
import { improvements } from '#server/schema/improvements.ts'
import { policyDecisions } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { seedDemoData } from './seed.ts'

const now = new Date('2026-11-20T14:03:07.123Z')

describe('the demo of a day', () => {
  const database = provideTestDatabase()
  let counts: Awaited<ReturnType<typeof seedDemoData>>
  beforeAll(async () => {
    counts = await seedDemoData(database.db, now)
  })
  const context = () => testContext(database.db, undefined, now)
  const all = { page: 1, limit: 1000 }

  test('the history leads to the records, so that the ledger has no faults', async () => {
    const ctx = context()
    setTestRuntime(database)
    await appendLeaves(ctx)
    expect((await verifyLedger(ctx)).faults).toEqual([])
    setRuntime(undefined)
  })

  test('stored records match the contracts, and are as many as the seeding reported', async () => {
    const ctx = context()
    const read = async <Row>(schema: z.ZodType<Row>, page: Promise<{ rows: unknown[] }>) =>
      z.array(schema).parse((await page).rows).length
    expect({
      users: await read(User, listUsers(ctx, all)),
      products: await read(Product, listProducts(ctx, all)),
      changes: await read(ChangeRecord, listChanges(ctx, all)),
      incidents: await read(Incident, listIncidents(ctx, all)),
      improvements: await read(Improvement, listImprovements(ctx, all)),
      articles: await read(Article, listArticles(ctx, all)),
      accounts: await database.db.$count(accounts),
      reviews: expect.any(Number),
    }).toEqual(counts)
    expect(counts).toMatchObject({ users: 60, products: 120, changes: 44, incidents: 302 })
    expect(UserWithProfile.parse(await getUser(ctx, 'usr_0008')).name).toBe('Tomas Lind')
  })

  /** Tables whose rows no page lists, or that only a running service or a person writes. */
  const withoutDemoRows = [
    'account_identities',
    'account_invitations',
    'audit_counts',
    'audit_explanations',
    'connection_records',
    'deleted_records',
    'former_actions',
    'former_numbers',
    'idempotency_keys',
    'import_mappings',
    'installation',
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
    'weekly_packs',
    'written_changes',
  ]

  /** A fingerprint of the rows of each table, which changes with any value. */
  async function hashTables(): Promise<Record<string, string | null>> {
    const { rows: tables } = await database.db.execute<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public'`,
    )
    const prints: Record<string, string | null> = {}
    for (const { name } of tables) {
      const { rows } = await database.db.execute<{ print: string | null }>(
        sql`select md5(string_agg(row::text, ',' order by row::text)) as print from ${sql.identifier(name)} as row`,
      )
      prints[name] = rows[0]?.print ?? null
    }
    return prints
  }

  test('no page is empty: every table that one shows has rows', async () => {
    const empty = Object.entries(await hashTables()).flatMap(([name, print]) => (print === null ? [name] : []))
    expect(empty.filter((name) => !withoutDemoRows.includes(name))).toEqual([])
  })

  test('the policy has decided on every change in review, and a further run finds nothing to do', async () => {
    const waiting = await readRows(database.db, changes, { state: 'review' })
    const decisions = await database.db.select().from(policyDecisions)
    const decided = new Set(decisions.map(({ changeNumber }) => changeNumber))
    expect(waiting.filter(({ number }) => !decided.has(number))).toEqual([])
    const again = await decideReviews(testContext(database.db, createSystemActor('x', 'X'), now))
    expect(again).toEqual({ decided: 0, owed: 0, raised: 0 })
    const opened = new Map((await database.db.select().from(reviews)).map((row) => [row.changeNumber, row]))
    const owed = decisions.filter(({ isOwed }) => isOwed)
    for (const { changeNumber, reasons, dueOn, form, assignee } of owed) {
      expect(opened.get(changeNumber)).toMatchObject({ reasons, dueOn, form, reviewer: assignee })
    }
    expect(owed.length).toBeGreaterThan(15)
    expect(decisions.length).toBeGreaterThan(owed.length)
  })

  test('the queue has reviews of every kind: unassigned, overdue, due soon, short and full', async () => {
    const open = await database.db.select().from(reviews).where(isNull(reviews.completedAt))
    const today = now.toISOString().slice(0, 10)
    const kinds: Readonly<Record<string, (review: (typeof open)[number]) => boolean>> = {
      unassigned: ({ reviewer }) => reviewer === null,
      assigned: ({ reviewer, status }) => reviewer !== null && status === 'not_started',
      inProgress: ({ status }) => status === 'in_progress',
      submitted: ({ status }) => status === 'awaiting_sign_off',
      waived: ({ status }) => status === 'waived',
      overdue: ({ dueOn }) => dueOn !== null && dueOn < today,
      dueSoon: ({ dueOn }) => dueOn !== null && dueOn >= today,
      short: ({ form }) => form === 'short',
      full: ({ form, needsSignOff }) => form === 'full' && needsSignOff,
    }
    expect(Object.keys(kinds).filter((kind) => !open.some((review) => kinds[kind]?.(review)))).toEqual([])
  })

  test('every completed change has its review, with a version for each completion', async () => {
    const completed = await readRows(database.db, changes, { pirCompleted: true })
    const completions: number[] = []
    for (const change of completed) {
      const review = Review.parse(await findReview(context(), change.number))
      expect([review.reference, review.status]).toEqual([change.pirReference, 'completed'])
      expect(review.steps.outcome.form.outcome).toBe(change.pirOutcome)
      const { versions, today } = await listReviewVersions(context(), review.reference)
      completions.push(versions.length)
      const last = versions.at(-1)
      expect(last).toMatchObject({ completed_at: review.completed_at, said: { forms: today.forms } })
      if (versions.length === 1) continue
      const decided = versions.map(({ said }) => said.forms.incidents.decisions.length)
      expect(decided[0]).toBe((decided[1] ?? 0) - 1)
      expect(versions[0]?.reopen_reason).toMatch(/^INC\d+ turned out/)
    }
    expect(completions.filter((count) => count === 2)).toHaveLength(1)
  })

  test('the history of a change starts with its creation and ends with its state, and that of an action with its status', async () => {
    const listEvents = (entityType: string, entityId: string) =>
      database.db
        .select()
        .from(auditEvents)
        .where(and(eq(auditEvents.entityType, entityType), eq(auditEvents.entityId, entityId)))
        .orderBy(asc(auditEvents.at), asc(auditEvents.id))
    for (const change of await readRows(database.db, changes, { origin: 'demo' })) {
      const events = await listEvents('change', change.number)
      expect([events[0]?.action, events[0]?.at]).toEqual(['create', change.createdAt])
      const moves = events.flatMap(({ changes: written }) => written.state ?? [])
      for (const [index, { from }] of moves.entries()) expect(from).toBe(moves[index - 1]?.to ?? null)
      expect([change.number, moves.at(-1)?.to]).toEqual([change.number, change.state])
    }
    for (const { id, status, verifiedBy } of await database.db.select().from(improvements)) {
      const moves = (await listEvents('improvement', id)).filter(({ changes: written }) => written.status)
      expect([id, moves.at(-1)?.changes.status?.to]).toEqual([id, status])
      if (status !== 'verified') continue
      const [verifier] = await readRows(database.db, accounts, { email: verifiedBy ?? '' })
      expect(moves.at(-1)?.actorId).toBe(verifier?.id)
    }
    const later = await database.db.select().from(auditEvents).where(sql`${auditEvents.at} > ${now.toISOString()}`)
    expect(later).toEqual([])
    const [failed] = await database.db.select().from(changes).where(eq(changes.pirOutcome, 'failed')).limit(1)
    const { rows } = await listChangeHistory(context(), failed?.number ?? '', { page: 1, limit: 100 })
    for (const row of rows) expect(HistoryEvent.parse(row)).toEqual(row)
    expect(new Set(rows.map(({ entity_type: type }) => type))).toEqual(
      new Set(['change', 'review', 'improvement', 'article', 'policy_decision']),
    )
  })

  test('no connection or webhook ever sends a request', async () => {
    const found = await listConnections(context())
    expect(found.map(({ name, url, is_enabled }) => [name, url !== null && is_enabled])).toEqual([
      ['jira', false],
      ['monitoring', false],
      ['servicenow', false],
      ['shop-pipeline', false],
    ])
    expect(await hasDueConnections(context())).toBe(false)
    const { rows } = await database.db.execute(sql`
      select w.state, w.origin, array_agg(distinct d.status order by d.status) as outcomes
        from webhooks w join webhook_deliveries d on d.webhook_id = w.id group by w.id order by w.name`)
    expect(rows).toEqual([
      { state: 'off', origin: 'https://hooks.slack.example', outcomes: ['delivered', 'failed'] },
      { state: 'paused', origin: 'https://events.security.example', outcomes: ['delivered', 'waiting'] },
    ])
    const mails = await database.db.execute(sql`select from notifications where is_mail_due`)
    expect(mails.rowCount).toBe(0)
  })

  test('the connection has runs, one of which failed, refused rows and a conflict', async () => {
    const { streams, runs, refusals, writes } = await getConnection(context(), 'con_demo_servicenow')
    expect(streams).toHaveLength(3)
    expect(runs.filter(({ error }) => error !== null)).toHaveLength(1)
    expect(runs[0]?.counts).toMatchObject({ conflicts: 1 })
    expect(refusals).toHaveLength(streams.reduce((sum, { refused }) => sum + refused, 0))
    expect(writes).toMatchObject([{ status: 'conflict', fields: [{ field: 'review_comments' }] }])
  })

  test('deployments belong to releases at their times; three wait for a decision, and one is dismissed', async () => {
    const { total_count: waiting } = await listUnrecordedChanges(context(), { page: 1, limit: 10 })
    expect(waiting).toBe(3)
    const handled = await database.db.select().from(deployments).where(isNotNull(deployments.handledAt))
    expect(handled).toMatchObject([{ handling: 'dismissed', handledBy: 'Henrike Vos' }])
    const released = await readRows(database.db, deployments, { matchedBy: 'number' })
    expect(released.length).toBeGreaterThan(8)
    for (const { changeNumber } of released) {
      const { hasOtherTimes } = await listDeploymentsOfChange(context(), changeNumber ?? '')
      expect({ changeNumber, hasOtherTimes }).toEqual({ changeNumber, hasOtherTimes: false })
    }
  })

  test('the monitoring reported two incidents, one of which a deployment without a change may have caused', async () => {
    const { rows: events } = await database.db.execute(
      sql`select outcome from inbound_events where connection_id = 'con_demo_monitoring' order by received_at`,
    )
    const ignored = 'The environment staging is not production.'
    expect(events.map(({ outcome }) => outcome)).toEqual(['Incident', 'Incident', 'Incident', ignored])
    const reported = await readRows(database.db, incidents, { origin: 'alerts' })
    expect(reported.map(({ affectedService, state }) => [affectedService, state]).toSorted()).toEqual([
      ['orders-db', 'in_progress'],
      ['payments-api', 'resolved'],
    ])
    const ofPayments = reported.find(({ state }) => state === 'resolved')
    const [cause] = await listPossibleCauses(context(), ofPayments?.number ?? '')
    expect(cause?.change.title).toBe('payments-api: Raise the time-out of the card provider')
  })

  test('there are imports and tokens in each state, targets, absences, and a leaver with open work', async () => {
    const ctx = context()
    const { rows } = await listImports(ctx, { page: 1, limit: 20 })
    for (const { id } of rows) {
      const record = await getImport(ctx, id)
      expect(ImportRecord.parse(record)).toEqual(record)
    }
    expect(rows.map(({ kind, refused, undone_by }) => [kind, refused, undone_by])).toEqual([
      ['incidents', 2, null],
      ['changes', 0, 'Paolo Ferrand'],
      ['users', 0, null],
    ])
    const refused = await listRefusedRows(ctx, rows[0]?.id ?? '', { page: 1, limit: 10 })
    expect(refused).toMatchObject({ result: [{ cells: { Number: 'INC0019877' } }, { cells: { Number: '' } }] })
    const tokens = await listApiTokens(ctx, tokensContract.query.parse({}))
    expect(tokens.counts).toEqual({ active: 3, expired: 1, revoked: 1 })
    expect(Object.keys(await readMetricTargets(database.db)).toSorted()).toEqual(keyFigureNames.toSorted())
    const away = await database.db.select().from(absences)
    expect(away.map(({ startsOn, endsOn }) => startsOn > '2026-11-20' && endsOn > startsOn)).toEqual([true, true])
    const leavers = await listLeavers(ctx)
    expect(leavers.rows).toMatchObject([{ name: 'Nadia Rahimi', reason: 'left_directory', unfinished_actions: 1 }])
  })

  test('a second run, a month later, keeps what people edited or deleted', async () => {
    const edited = { title: 'Edited by a person', version: 2 }
    await database.db.update(changes).set(edited).where(eq(changes.number, 'CHG0030021'))
    await database.db.delete(improvements).where(eq(improvements.id, 'imp_demo_0003'))
    const before = await hashTables()
    const again = await seedDemoData(database.db, new Date('2026-12-21T08:00:00.000Z'))
    expect(Object.values(again).filter((count) => count > 0)).toEqual([])
    expect(await hashTables()).toEqual(before)
  })

  test('a submitted review can be signed off, and the next review gets a new reference', async () => {
    const waiting = await readRows(database.db, reviews, { status: 'awaiting_sign_off' })
    expect(waiting.length).toBeGreaterThan(0)
    const manager = createContext(database.db, { ...testPerson('manager', 'acc_signer'), name: 'Signer' })
    for (const { reference } of waiting) {
      expect((await signOffReview(manager, reference, {})).status).toBe('completed')
    }
    const used = await database.db.select({ reference: reviews.reference }).from(reviews)
    const { reference } = await startReview(createContext(database.db), await insertChange(database.db, 'CHG-NEW'))
    expect(used.map((row) => row.reference)).not.toContain(reference)
  })
})

describe.each(['2026-11-23T00:05:00.000Z', '2026-11-29T23:55:00.000Z'])('the weekly pack at %s', (at) => {
  const database = provideTestDatabase()

  test('has rows in all but one table', async () => {
    setTestRuntime(database)
    onTestFinished(() => setRuntime(undefined))
    const ctx = testContext(database.db, undefined, new Date(at))
    await seedDemoData(database.db, ctx.now)
    const { parts } = (await loadWeeklyPack(ctx, resolveWeek(ctx).week)).report
    const empty = parts.flatMap((part) =>
      part.kind === 'section' && part.parts.some((one) => one.kind === 'table' && one.rows.length === 0)
        ? [part.title]
        : [],
    )
    expect(empty).toEqual(['Earlier changes that failed or caused an incident'])
  })
})

describe('a database in use', () => {
  const database = provideTestDatabase()

  test('keeps existing rows with the same keys, and two concurrent processes write one set', async () => {
    const at = now.toISOString()
    const person = { id: 'usr_0001', name: 'Somebody Else', nameKey: 'somebody else', email: 'else@example.org' }
    const existing = { ...person, bio: '', location: '', origin: 'import', createdAt: at }
    await database.db.insert(users).values(existing)
    const admin = { id: 'acc_own', email: 'admin@hindsight.example', name: 'The real admin', role: 'admin' as const }
    await database.db.insert(accounts).values({ ...admin, origin: 'entry', createdAt: at, updatedAt: at })
    const counts = await Promise.all([seedDemoData(database.db, now), seedDemoData(database.db, now)])
    const sum = (table: 'users' | 'accounts' | 'changes') => counts.reduce((total, one) => total + one[table], 0)
    expect([sum('users'), sum('accounts'), sum('changes')]).toEqual([59, 6, 44])
    expect(await readRows(database.db, users, { id: 'usr_0001' })).toMatchObject([existing])
    const admins = await readRows(database.db, accounts, { email: admin.email })
    expect(admins).toMatchObject([{ id: 'acc_own', passwordHash: null }])
  })
})
