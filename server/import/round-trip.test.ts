import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { listArticles } from '#lib/contracts/articles.ts'
import { ChangeWrite } from '#lib/contracts/change-writes.ts'
import { changeRisks, changeTypes, listChanges } from '#lib/contracts/changes.ts'
import type { Endpoint } from '#lib/contracts/endpoint.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { improvementStatuses, listImprovements } from '#lib/contracts/improvements.ts'
import { IncidentWrite } from '#lib/contracts/incident-writes.ts'
import { incidentStates, listIncidents } from '#lib/contracts/incidents.ts'
import { listFormats } from '#lib/contracts/pages.ts'
import { listProducts } from '#lib/contracts/products.ts'
import { changeStates, closeCodes, polarities, reviewOutcomes } from '#lib/contracts/record-values.ts'
import { listUsers } from '#lib/contracts/users.ts'
import { callRoute, setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { putChange } from '#server/reviews/api-writes/put-change.ts'
import { putIncident } from '#server/reviews/api-writes/put-incident.ts'
import { allTargets } from './targets/all-targets.ts'
import { importContent, importContext, noCounts, pickCounts, readAll } from './testing-import.ts'

type GeneratedRow = Readonly<Record<string, unknown>>
/** Stores generated records in an empty database. */
type StoreRows = (database: TestDatabase, rows: readonly GeneratedRow[]) => Promise<void>
type RecordKind = {
  readonly kind: ImportKind
  readonly list: Endpoint
  readonly system: 'itsm' | 'docs' | 'resources'
  readonly record: fc.Arbitrary<GeneratedRow>
  readonly store: StoreRows
}

const odd = [
  '=1+1',
  '+49 89 123',
  '-',
  '@home',
  "'=x",
  "''=x",
  "'quoted'",
  "'",
  '＝full',
  '="0012"',
  '="',
  '\t=tab',
  'a; b',
  'a, b',
  'a|b',
  'say "x"',
  '"',
  '["a"]',
  '[1]',
  '{"a":1}',
  '[',
  'a;b"c',
  'N/A',
  '?',
  'NULL',
  '0012',
  '1e5',
  'true',
  '01/02/2026',
  '…',
  '_x0041_',
  '_x005F_',
  'a\\N\\.',
  '\ud83d',
  'a\udc00b',
  '\udc00\ud83d',
  '😀',
  '\u{10ffff}',
  'e\u0301',
  'line\nbreak',
  'line\r\nbreak',
  'a\u2028b',
  'GrÃ¶ÃŸe',
  '\u202egnol',
  'a\u0007b',
]
const anyText = fc.oneof(fc.constantFrom(...odd), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
const text = anyText.filter((value) => !value.includes('\0') && /[\p{L}\p{N}\p{P}\p{S}]/u.test(value))
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const list = fc.array(text, { maxLength: 4 })
const document = fc.dictionary(
  fc.string({ unit: 'grapheme', minLength: 1 }).filter((key) => key !== '__proto__'),
  fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(...odd, '\\u0000'),
    fc.array(fc.string()),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  ),
)
const from = new Date('1970-01-01T00:00:00Z')
const to = new Date('2100-12-31T23:59:59.999Z')
const time = fc.date({ min: from, max: to, noInvalidDate: true }).map((date) => date.toISOString())
const day = time.map((iso) => iso.slice(0, 10))
const key = fc
  .tuple(fc.constantFrom('CHG', '=CHG', '-', "'=", '0', 'ops_', 'Ü'), fc.uuid())
  .map(([prefix, id]) => `${prefix}${id}`)
const pickOne = (values: readonly string[]) => fc.constantFrom(...values)

const storeByImport =
  (kind: ImportKind): StoreRows =>
  async (database, rows) => {
    const summary = await importContent(database, kind, rows, { mapping: { empty: [] } })
    expect(summary.refusals).toEqual([])
  }
const anyVersion = { expectedVersions: undefined, mustExist: undefined }
const createContext = (database: TestDatabase) => ({ ...importContext(database), db: database.db })

const changeFields = {
  title: text,
  state: pickOne(changeStates),
  type: pickOne(changeTypes),
  risk: maybe(pickOne(changeRisks)),
  affected_services: list,
  implementation_plan: maybe(document),
  risk_assessment: maybe(document),
  backout_plan: maybe(document),
  planned_start: maybe(time),
  planned_end: maybe(time),
  actual_start: maybe(time),
  actual_end: maybe(time),
  assignment_group: maybe(text),
  is_unauthorized: maybe(fc.boolean()),
  assigned_to: maybe(text),
  requested_by: maybe(text),
  approved_by: maybe(text),
  approved_at: maybe(time),
  close_code: maybe(pickOne(closeCodes)),
  close_notes: maybe(text),
  description: maybe(text),
  objective: maybe(text),
  parent: maybe(key),
  effort_planned: maybe(fc.integer({ min: 0, max: 100_000_000 }).map((cents) => cents / 100)),
  effort_actual: maybe(fc.nat(1_000_000)),
}
/** Changes, some of them with a review, and with review fields that no import of a list may write. */
const storeChanges: StoreRows = async (database, rows) => {
  for (const { number, review, ...fields } of rows) {
    await putChange(createContext(database), String(number), ChangeWrite.parse(wellFormed(fields)), anyVersion)
    if (review === null) continue
    const { status, pir_completed, pir_outcome, pir_date } = review as z.infer<typeof Reviewed>
    const reference = `PIR-${number}`
    await insertReview(database, String(number), reference, status)
    await database.pool.query(
      'update changes set pir_completed = $2, pir_outcome = $3, pir_date = $4, pir_reference = $5 where number = $1',
      [number, pir_completed, pir_outcome, pir_date, reference],
    )
  }
  const number = String(rows[0]?.number)
  const incident = { opened_at: '2026-03-01T10:00:00.000Z', related_change: `${number}-stub` }
  await putIncident(createContext(database), `INC of ${number}`, IncidentWrite.parse(incident), anyVersion)
}
const reviewed = fc.record({
  number: key.map((number) => `CHG1${number}`),
  pir_outcome: pickOne(reviewOutcomes),
  pir_reference: maybe(text.map((value) => value.slice(0, 20).toWellFormed())),
  pir_date: maybe(day),
})

const Reviewed = z.object({
  status: z.enum(['not_started', 'in_progress', 'awaiting_sign_off', 'completed', 'waived']),
  pir_completed: z.boolean(),
  pir_outcome: z.string().nullable(),
  pir_date: z.string().nullable(),
})
const reviewOfChange = fc.record({
  status: fc.constantFrom(...Reviewed.shape.status.options),
  pir_completed: fc.boolean(),
  pir_outcome: maybe(pickOne(reviewOutcomes)),
  pir_date: maybe(day),
})

async function insertReview({ pool }: TestDatabase, number: string, reference: string, status: string) {
  await pool.query(
    `insert into reviews (reference, change_number, status, origin, created_at, updated_at)
     values ($1, $2, $3, 'entry', now(), now())`,
    [reference, number, status],
  )
}

/** The API refuses halves of characters, which an import replaces. */
const wellFormed = (row: GeneratedRow): GeneratedRow =>
  JSON.parse(JSON.stringify(row, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value)))

const kinds: readonly RecordKind[] = [
  {
    kind: 'changes',
    list: listChanges,
    system: 'itsm',
    record: fc.record({ number: key, ...changeFields, review: maybe(reviewOfChange) }),
    store: storeChanges,
  },
  {
    kind: 'incidents',
    list: listIncidents,
    system: 'itsm',
    record: fc
      .record({
        number: key,
        short_description: maybe(text),
        priority: maybe(fc.oneof(text, fc.integer({ min: -1, max: 12 }).map(String))),
        state: pickOne(incidentStates),
        opened_at: time,
        resolved_at: maybe(time),
        related_change: maybe(fc.constantFrom('CHG1', 'chg1', 'OPS-12', '=CHG2', 'release-alpha', 'Change CHG1')),
        affected_service: maybe(text),
      })
      .map((row) => (['new', 'in_progress', 'on_hold'].includes(row.state) ? { ...row, resolved_at: null } : row)),
    async store(database, rows) {
      for (const { number, ...fields } of rows)
        await putIncident(createContext(database), String(number), IncidentWrite.parse(wellFormed(fields)), anyVersion)
    },
  },
  { kind: 'reviews', list: listChanges, system: 'itsm', record: reviewed, store: storeByImport('reviews') },
  {
    kind: 'improvements',
    list: listImprovements,
    system: 'itsm',
    record: fc.record({
      id: key,
      title: text,
      owner: text,
      target_date: day,
      description: maybe(text),
      source_ref: text,
      category: maybe(text),
      priority: maybe(text),
      status: pickOne(improvementStatuses),
      evidence: maybe(text),
      done_at: maybe(time),
      created_at: time,
    }),
    async store(database, rows) {
      await storeByImport('improvements')(database, rows)
      const verified = rows.filter(({ status }) => status === 'verified').map(({ id }) => id)
      await database.pool.query(
        `update improvements set status = 'verified', verified_at = now(), verified_by = 'ada@example.org'
         where id = any($1)`,
        [verified],
      )
    },
  },
  {
    kind: 'articles',
    list: listArticles,
    system: 'docs',
    record: fc.record({
      id: key,
      content: fc.oneof(
        text,
        text.map((title) => `# ${title}\n\nText with &lt;b&gt;marks&lt;/b&gt;, <b>bold</b>.`),
        text.map((word) => `<p>${word} &lt;b&gt;marks&lt;/b&gt;, <b>bold</b></p>`),
      ),
      metadata: fc.record({
        source_change: maybe(fc.constantFrom('CHG1', '=CHG2')),
        article_type: maybe(fc.constantFrom('lesson', 'Post Mortem')),
        source_pir: maybe(fc.constantFrom('PIR-1', '-PIR')),
        category: maybe(text),
        subcategory: maybe(text),
        polarity: maybe(pickOne(polarities)),
        tags: list,
        technologies: list,
        created: day,
        author: maybe(text),
      }),
    }),
    store: storeByImport('articles'),
  },
  {
    kind: 'users',
    list: listUsers,
    system: 'resources',
    record: fc.record({
      id: key,
      name: text,
      email: fc.uuid().map((id) => `${id}@example.org`),
      bio: maybe(text),
      user_name: maybe(text),
      employee_number: maybe(text),
      location: maybe(text),
      avatar_url: maybe(fc.webUrl()),
      is_active: fc.boolean(),
      created_at: time,
    }),
    store: storeByImport('users'),
  },
  {
    kind: 'products',
    list: listProducts,
    system: 'resources',
    record: fc.record({
      id: key,
      name: text,
      description: maybe(text),
      price: fc.nat(10_000_000).map((cents) => cents / 100),
      category: maybe(text),
    }),
    store: storeByImport('products'),
  },
]

const databases: TestDatabase[] = []
afterEach(() => Promise.all(databases.splice(0).map((database) => database.drop())))

async function openDatabase() {
  const database = await createTestDatabase({ pipeline: false })
  databases.push(database)
  setTestRuntime(database)
  return database
}

async function exportRecords(
  database: TestDatabase,
  { list, system }: RecordKind,
  query: Readonly<Record<string, string>>,
): Promise<Buffer> {
  const token = { name: 'Export', system, scope: 'read', role: null, expiresAt: null, origin: 'entry' } as const
  const { secret } = await createToken(testContext(database.db), token)
  const response = await callRoute(list, { query, headers: { authorization: `Bearer ${secret}` } })
  expect(response.status).toBe(200)
  const parts: Buffer[] = []
  for await (const part of response.body ?? []) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

/** The changed fields of records that an import updated. */
async function listUpdates({ pool }: TestDatabase, importId: string): Promise<unknown[]> {
  const sql = `select changes from audit_events where request_id = $1 and action = 'update'`
  return (await pool.query(sql, [importId])).rows
}

const tables = ['users', 'products', 'changes', 'incidents', 'articles', 'improvements', 'reviews']

/**
 * Fields that an export must include: only the mark identifies a stub, and the text of an article does not contain its
 * metadata.
 */
const needed: Readonly<Partial<Record<ImportKind, readonly string[]>>> = {
  changes: ['is_stub'],
  articles: ['metadata'],
}
/** Fields that mean something else without another one: alone, the cause is the change that other systems name. */
const companions: Readonly<Record<string, readonly string[]>> = {
  done_at: ['status'],
  resolved_at: ['state'],
  caused_by_change: ['related_change'],
}

test.each(kinds)('an export of $kind, whole or of chosen fields, imports again and changes nothing', async (kind) => {
  const database = await openDatabase()
  const { fields, exported } = allTargets[kind.kind]
  const required = Object.entries(fields)
    .flatMap(([name, { isRequired }]) => (isRequired ? [name] : []))
    .concat(needed[kind.kind] ?? [])
  const chosen = fc
    .subarray(Object.keys(exported.shape).filter((name) => !required.includes(name)))
    .map((others) =>
      [...new Set([...required, ...others.flatMap((name) => [name, ...(companions[name] ?? [])])])].join(','),
    )
  const rows = fc.uniqueArray(kind.record, { minLength: 1, maxLength: 20, selector: (row) => row.number ?? row.id })
  const property = fc.asyncProperty(rows, chosen, async (generated, names) => {
    await database.pool.query(`truncate ${tables.join(', ')} cascade`)
    await kind.store(database, generated)
    const { rowCount: unchanged } = await database.pool.query(
      `select 1 from ${kind.list === listChanges ? 'changes' : kind.kind}`,
    )
    for (const format of listFormats) {
      const importAgain = async (query: object, mapping = {}) => {
        const file = await exportRecords(database, kind, { format, ...query })
        const before = await readAll(database)
        const summary = await importContent(database, kind.kind, file, { file: `export.${format}`, mapping })
        expect(await readAll(database)).toEqual(before)
        return { format, updates: await listUpdates(database, summary.id), summary }
      }
      const { summary, ...whole } = await importAgain({})
      const counts = { ...whole, refusals: summary.refusals, ...pickCounts(summary) }
      expect(counts).toEqual({ ...noCounts, format, updates: [], refusals: [], unchanged })
      expect(await importAgain({ fields: names }, { empty: [] })).toMatchObject({ format, updates: [] })
    }
  })
  await fc.assert(property, { numRuns: runs(2), endOnFailure: true })
})
