import { createHmac } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { changeActions } from '#lib/actions/record-actions.ts'
import { writeCanonicalJson } from '#lib/text/canonical-json.ts'
import { readFeed } from '#server/change-feed/queries.ts'
import { appendLeaves } from '#server/history/ledger/append-leaves.ts'
import { readLedgerRecords } from '#server/history/ledger/ledger-records.ts'
import { getCheckpoint } from '#server/history/ledger/queries.ts'
import { verifyLedger } from '#server/history/verify-ledger.ts'
import { provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { createAccount, updateAccount } from '#server/platform/auth/account-commands.ts'
import { readRows } from '#server/platform/db/testing.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { recordParts } from '#server/reviews/parts.ts'
import { insertChange, insertOwed, insertPeople } from '#server/reviews/testing.ts'
import { accounts } from '#server/schema/access.ts'
import { changes } from '#server/schema/changes.ts'
import { users } from '#server/schema/directory.ts'
import { longTransactions } from '#server/schema/history.ts'
import { ledgerLeaves } from '#server/schema/ledger.ts'
import { reviewParts, reviews } from '#server/schema/reviews.ts'
import { erasePerson, previewErasure } from './erase-person.ts'
import { exportPersonalData } from './person-rows.ts'

const database = provideTestRuntime()
const ctx = () => testContext(database.db, testPerson('admin'))
const email = 'tomas.lind@x.example'
/** Others whose names contain that of the person. */
const longerNames = 'for Tomas Öst-Linder and Ana Tomas Öst-Lind'
const erase = (erasedEmail = email) => erasePerson(ctx(), erasedEmail, { inTexts: true })
let accountId = ''
let checkpoint = ''
/** Leaves before the erasure. */
let leaves: Awaited<ReturnType<typeof readLeaves>> = []

/** Reads all tables as text. */
async function everything(): Promise<Record<string, string[]>> {
  const { rows } = await database.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = current_schema()`,
  )
  const tables = rows.map(async ({ name }) => {
    const found = await database.db.execute<{ row: string }>(
      sql`select to_jsonb(t)::text as row from ${sql.identifier(name)} t`,
    )
    return [name, found.rows.map(({ row }) => row)] as const
  })
  return Object.fromEntries(await Promise.all(tables))
}
const toText = (tables: Record<string, string[]>) => JSON.stringify(tables).toLowerCase()

type Salted = { readonly recordId: string; readonly salt: Buffer | null; readonly commitment: Buffer }

/** Reads the leaves of the history with the records that they cover. */
async function readLeaves() {
  const rows: Salted[] = await readRows(database.db, ledgerLeaves, { kind: 'audit-entry' })
  const records = await readLedgerRecords(
    database.db,
    rows.map(({ recordId }) => ({ kind: 'audit-entry' as const, recordId })),
  )
  return rows.map((row) => ({ ...row, record: writeCanonicalJson(records.get(`audit-entry ${row.recordId}`)) }))
}

/** Guesses the e-mail address behind a leaf, like somebody who knows everything else in the record. */
function guess(record: string, { salt, commitment }: Salted, count: number): string | undefined {
  const [before = '', after = ''] = record.split(email)
  const key = salt ?? new Uint8Array()
  for (let attempt = 1; attempt <= count; attempt++) {
    const guessedEmail = attempt === count ? email : `person${attempt}@x.example`
    const hash = createHmac('sha256', key).update(before).update(guessedEmail).update(after).digest()
    if (hash.equals(commitment)) return guessedEmail
  }
  return undefined
}

beforeAll(async () => {
  const password = 'correct horse battery staple'
  const made = await createAccount(ctx(), { email, name: 'Tomas Öst-Lind', role: 'reviewer', password })
  accountId = made.id
  const listed = { id: 'usr_1', name: 'Tomas Öst-Lind', userName: 'tlind', bio: 'Likes boats', location: 'Kiel' }
  await insertPeople(database.db, { 'Tomas.Lind@x.example': listed })
  const affectedServices = ['owned by tomas.lind@x.example', 'plain']
  const implementationPlan = { steps: ['ask TOMAS ÖST-LIND "first"'], lead: email }
  await insertChange(database.db, 'CHG-1', { assignedTo: email, affectedServices, implementationPlan })
  await insertChange(database.db, 'CHG-2', { title: 'Tomas.Lind@x.example, atomas.lind@x.example' })
  await insertChange(database.db, 'CHG-3', { assignedTo: 'tomas.lind@x.example.org', title: longerNames })
  await insertOwed(database.db, 'CHG-4', { reviewer: email, reviewerName: 'Tomas Öst-Lind' })
  await recordEvent(ctx(), changeActions.update, 'CHG-1', { assigned_to: { from: null, to: email } })
  await recordEvent(ctx(), changeActions.update, 'CHG-3', { close_notes: { from: null, to: 'Other' } })
  await appendLeaves(ctx())
  checkpoint = await getCheckpoint(ctx())
})

test('a preview counts and changes nothing', async () => {
  const before = toText(await everything())
  const { tables } = await previewErasure(ctx(), email)
  expect(tables).toContainEqual({ table: 'reviews', rows: 1 })
  expect(tables.map(({ table }) => table)).toEqual(
    expect.arrayContaining(['accounts', 'audit_events', 'changes', 'users']),
  )
  expect((await previewErasure(ctx(), 'nobody@x.example')).tables).toEqual([])
  expect(toText(await everything())).toBe(before)
})

test('asks to disable the account first, and names an address that no record has', async () => {
  await expect(erase()).rejects.toMatchObject({ code: 'conflict' })
  await expect(erase('nobody@x.example')).rejects.toMatchObject({ code: 'not_found' })
})

test('puts a pseudonym everywhere, and keeps rows, counts, history and proofs', async () => {
  await updateAccount(ctx(), accountId, { is_disabled: true })
  await appendLeaves(ctx())
  const before = await everything()
  leaves = await readLeaves()
  const { pseudonym } = await erase('TOMAS.LIND@x.example')

  const after = await everything()
  const counts = (tables: Record<string, string[]>) =>
    Object.entries(tables).flatMap(([name, rows]) =>
      /^(?:audit_events|ledger_pending|long_transactions|written_changes)$/.test(name) ? [] : [[name, rows.length]],
    )
  expect(counts(after)).toEqual(counts(before))
  const others = toText(after).replaceAll('atomas.lind@x.example', '').replaceAll(`${email}.org`, '')
  expect(others).not.toContain(email)
  expect(others.replaceAll(longerNames.toLowerCase(), '')).not.toContain('tomas öst-lind')
  expect(others).not.toMatch(/tlind|likes boats|kiel/)

  const [first, second, third] = await database.db.select().from(changes).orderBy(changes.number)
  const name = `Person ${/-([0-9a-f]+)@/.exec(pseudonym ?? '')?.[1]}`
  expect(first).toMatchObject({ assignedTo: pseudonym, affectedServices: [`owned by ${pseudonym}`, 'plain'] })
  expect(first?.implementationPlan).toEqual({ steps: [`ask ${name} "first"`], lead: pseudonym })
  expect(second?.title).toBe(`${pseudonym}, atomas.lind@x.example`)
  expect(third).toMatchObject({ assignedTo: `${email}.org`, title: longerNames })

  await appendLeaves(ctx())
  const { faults, erased } = await verifyLedger(ctx(), [checkpoint])
  // The tests insert rows without entries.
  expect(faults.filter((fault) => !fault.endsWith(' has no entry of its creation.'))).toEqual([])
  const salts = await database.db.select({ salt: ledgerLeaves.salt }).from(ledgerLeaves)
  expect(erased).toBe(salts.filter(({ salt }) => salt === null).length)
  expect(erased).toBeGreaterThan(0)
  expect(erased).toBeLessThan(salts.length)
})

test('leaves an account that nobody enables again', async () => {
  await expect(updateAccount(ctx(), accountId, { is_disabled: false })).rejects.toMatchObject({ code: 'conflict' })
})

test('afterwards nothing is held about the address', async () => {
  const lines: string[] = []
  for await (const line of exportPersonalData(ctx(), email)) lines.push(line)
  expect(lines).toEqual([])
})

test('a name that somebody else has stays, in their records and in all others, and nobody erases a twin in use', async () => {
  const password = 'correct horse battery staple'
  const namesakes = ['first.frost@x.example', 'second.frost@x.example']
  for (const namesake of namesakes) {
    const { id } = await createAccount(ctx(), { email: namesake, name: 'Jo Frost', role: 'reviewer', password })
    if (namesake === namesakes[0]) await updateAccount(ctx(), id, { is_disabled: true })
  }
  await insertChange(database.db, 'CHG-9', { title: 'For Jo Frost', assignedTo: namesakes[0] })
  await recordParts(ctx(), [{ changeNumber: 'CHG-9', kind: 'implemented', person: 'Jo Frost' }])
  const { texts, blockers } = await previewErasure(ctx(), namesakes[0] ?? '')
  expect([texts, blockers]).toEqual([[namesakes[0]], [expect.objectContaining({ email: namesakes[1] })]])
  await expect(erase(namesakes[0])).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('second'),
  })
  await database.db
    .update(accounts)
    .set({ isDisabled: true })
    .where(eq(accounts.email, namesakes[1] ?? ''))
  const { pseudonym } = await erase(namesakes[0])
  const [row] = await readRows(database.db, changes, { number: 'CHG-9' })
  expect(row).toMatchObject({ title: 'For Jo Frost', assignedTo: pseudonym })
  const [part] = await readRows(database.db, reviewParts, { changeNumber: 'CHG-9' })
  expect(part).toMatchObject({ person: 'Jo Frost', names: ['Jo Frost', expect.stringMatching(/^Person /)] })
  expect(toText(await everything())).toContain('second.frost@x.example')
})

test('an erasure that takes long holds back no events of others', async () => {
  const lone = 'lone@x.example'
  await insertChange(database.db, 'CHG-20', { assignedTo: lone })
  await database.db.delete(longTransactions)
  // A lock that no transaction with entries in the history takes.
  const reader = await database.pool.connect()
  await reader.query('begin; lock table changes in share mode')
  const erasing = erase(lone)
  await expect.poll(() => database.db.$count(longTransactions)).toBe(1)
  await recordEvent(ctx(), changeActions.update, 'CHG-MEANWHILE', { title: { from: null, to: 'Other' } })
  const keys = async () => (await readFeed(ctx(), { limit: 100 })).result.map(({ key }) => key)
  await expect.poll(keys).toContain('CHG-MEANWHILE')
  await reader.query('rollback')
  reader.release()
  expect((await erasing).tables).toContainEqual({ table: 'changes', rows: 1 })
})

test('a guess at the address fits its leaf with the salt, and none does without it', async () => {
  const [before] = leaves.filter(({ record }) => record.split(email).length === 2)
  const now = (await readLeaves()).find(({ recordId }) => recordId === before?.recordId)
  if (!before || !now) throw new Error('No leaf covers the address.')
  expect(now).toMatchObject({ commitment: before.commitment, salt: null })
  expect(guess(before.record, before, 100)).toBe(email)
  expect(guess(before.record, now, runs(10_000))).toBeUndefined()
})

test('a name that is a phrase stays in texts, which the preview counts and shows, unless somebody chooses otherwise', async () => {
  const person = { name: 'Change Manager', email: 'role@x.example' }
  await insertPeople(database.db, { [person.email]: person })
  const title = 'Then the change manager approves a plan'
  await insertOwed(database.db, 'CHG-ROLE', { reviewer: person.email, reviewerName: 'Change Manager' }, { title })
  await database.db.update(changes).set({ assignmentGroup: 'Change Manager' }).where(eq(changes.number, 'CHG-1'))
  const { mentions, tables } = await previewErasure(ctx(), person.email)
  expect(mentions).toEqual({
    rows: 2,
    // The text is from one column, not from the row.
    examples: [{ table: 'changes', text: expect.toBeOneOf([title, 'Change Manager']) }],
  })
  expect(tables).toEqual([
    { table: 'reviews', rows: 1 },
    { table: 'users', rows: 1 },
  ])
  const { pseudonym, mentions: left } = await erasePerson(ctx(), person.email)
  expect(left).toEqual(mentions)
  const [change] = await readRows(database.db, changes, { number: 'CHG-ROLE' })
  const [group] = await readRows(database.db, changes, { number: 'CHG-1' })
  expect([change?.title, group?.assignmentGroup]).toEqual([title, 'Change Manager'])
  const [review] = await readRows(database.db, reviews, { changeNumber: 'CHG-ROLE' })
  expect(review).toMatchObject({ reviewer: pseudonym, reviewerName: expect.stringMatching(/^Person [0-9a-f]{12}$/) })
})

/** Two thousand people whose names and addresses contain each other, by their addresses. */
function drawDirectory(seed: number): ReadonlyMap<string, string> {
  const one = fc.constantFrom('Paul', 'Jean', 'Ana', 'Neil', 'Zoë', 'Øyvind', 'J.', 'Li')
  const first = fc.oneof(
    one,
    one,
    fc.tuple(one, fc.constantFrom(' ', '-'), one).map((parts) => parts.join('')),
  )
  const last = fc.constantFrom('Martin', 'Neil', 'Roux', 'Ödegård', 'Lind')
  const before = fc.constantFrom('', '', '', '', 'O\u2019', "D'", 'de ', 'van der ', 'Roux-', 'Roux ')
  const after = fc.constantFrom(
    '',
    '',
    '',
    '',
    '',
    ' Junior',
    ' II',
    ' 2',
    '-Roux',
    '\u2010Lind',
    ' de Souza',
    'son',
    "'Lind",
  )
  const names = fc.tuple(first, before, last, after).map(([one, two, three, four]) => `${one} ${two}${three}${four}`)
  const atext = [..."!#$%&'*+-/=?^_`{|}~.0aé"]
  const prefixes = fc.oneof(fc.constant(''), fc.constantFrom(...atext), fc.tuple(one, fc.constantFrom(...atext)))
  const domains = fc.constantFrom('corp.example', 'corp.example.org', 'a.corp.example', 'corp.example-x.org')
  const locals = fc.constantFrom('neil', 'paul.martin', 'li', 'ana')
  const emails = fc
    .tuple(prefixes, fc.nat(4), locals, domains)
    .map(([prefix, count, local, domain]) => `${[...prefix].join('').repeat(count)}${local}@${domain}`.toLowerCase())
  const people = fc.sample(fc.tuple(emails, names), { seed, numRuns: 12_000 })
  return new Map([...new Map(people)].slice(0, 2_000))
}

test('among 2,000 similar names and addresses no erasure changes anything of another person', {
  timeout: runs(300_000),
}, async () => {
  const seed = Number(process.env.HINDSIGHT_SEED ?? 7)
  const directory = drawDirectory(seed)
  expect(directory.size).toBe(2_000)
  await insertPeople(database.db, Object.fromEntries(directory))
  const stamps = { role: 'viewer', origin: 'entry', createdAt: '2026-01-01', updatedAt: '2026-01-01' } as const
  const withAccount = [...directory].filter((_, index) => index % 3 === 0)
  await database.db.insert(accounts).values(
    withAccount.map(([email, name], index) => ({
      id: `acc_${index}`,
      email,
      name,
      isDisabled: index % 40 !== 0,
      ...stamps,
    })),
  )
  const [{ number: _, ...template } = {} as typeof changes.$inferSelect] = await database.db
    .select()
    .from(changes)
    .limit(1)
  const written = [...directory].map(([email, name], index) => ({
    ...template,
    number: `OF ${index}`,
    title: `asked ${name}, then ${name}\u2019s team <${email}>`,
    assignedTo: [email, name, `${name} (SRE)`][index % 3] ?? null,
    affectedServices: [name, `of "${name}"`],
    implementationPlan: { steps: [`call\n${name}\nor mail\n${email}`], lead: name },
  }))
  for (const half of [written.slice(0, 1_000), written.slice(1_000)]) await database.db.insert(changes).values(half)
  const readAll = async () => {
    const [listed, signedUp, written] = await Promise.all([
      database.db.select().from(users),
      database.db.select().from(accounts),
      database.db.select().from(changes),
    ])
    const rows = [
      ...listed.map((row) => [row.id, row] as const),
      ...signedUp.map((row) => [row.id, row] as const),
      ...written.map((row) => [row.number, row] as const),
    ]
    return new Map(rows.map(([id, row]) => [id, JSON.stringify(row)]))
  }
  const victims = fc.sample(fc.constantFrom(...directory.keys()), { seed, numRuns: runs(6) })
  let rows = await readAll()
  const outcomes = new Set<string>()
  for (const victim of new Set(victims)) {
    const index = [...directory.keys()].indexOf(victim)
    const own = new Set([`usr_${victim}`, `acc_${withAccount.findIndex(([email]) => email === victim)}`, `OF ${index}`])
    const outcome = await erase(victim).catch((error: { code: string; message: string }) => error)
    const isRefused = 'code' in outcome
    if (isRefused) expect(outcome, victim).toMatchObject({ code: 'conflict' })
    const after = await readAll()
    const changed = [...after].filter(([id, row]) => rows.get(id) !== row).map(([id]) => id)
    expect(changed.filter((id) => isRefused || !own.has(id)).map((id) => [victim, id, after.get(id)])).toEqual([])
    if (!isRefused) {
      const change = after.get(`OF ${index}`)?.toLowerCase() ?? ''
      expect(change.slice(change.indexOf('title')), victim).not.toContain(victim)
      const name = directory.get(victim) ?? ''
      if (outcome.texts.includes(name)) expect(change).not.toContain(name.toLowerCase())
    }
    outcomes.add(isRefused ? 'refused' : outcome.texts.length > 1 ? 'named' : 'shared')
    rows = after
  }
  expect(outcomes).toContain('named')
})
