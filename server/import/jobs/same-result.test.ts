import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { importFile } from '#server/import/import-file.ts'
import { makeTemporaryFolder } from '#server/import/testing.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { testContext, testToken } from '#server/platform/runtime/testing-context.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { decideReviews } from '#server/reviews/policy/decide-reviews.ts'
import { recordCommandImport } from './apply-review-fields.ts'
import { getImportRow } from './queries.ts'
import { runImports } from './run-imports.ts'
import { queueImport } from './testing.ts'

const databases: TestDatabase[] = []
const open = async (pipeline = true) => {
  const database = await createTestDatabase({ pipeline })
  databases.push(database)
  setTestRuntime(database)
  return database
}
afterAll(() => Promise.all(databases.map((database) => database.drop())))

const cell = (...values: string[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...values) }, fc.string({ maxLength: 8 }))
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const generateFile = (columns: Readonly<Record<string, fc.Arbitrary<string>>>) =>
  fc
    .array(fc.record(columns), { minLength: 1, maxLength: 12 })
    .map((rows) =>
      [Object.keys(columns), ...rows.map((row) => Object.values(row))]
        .map((cells) => cells.map(quoted).join(','))
        .join('\n'),
    )

const moments = ['2026-03-01T10:00:00Z', '01-02-2026 10:00', '2/13/2026 1:00 PM', 'soon', '']
const files = fc.oneof(
  fc.tuple(
    fc.constant('incidents' as const),
    generateFile({
      number: cell('INC1', 'INC2', 'INC3', 'INC4', ''),
      opened_at: cell(...moments),
      state: cell('New', 'Closed', 'odd', ''),
      related_change: cell('CHG1', 'CHG2', ''),
      priority: cell('1 - Critical', 'P3', ''),
    }),
  ),
  fc.tuple(
    fc.constant('changes' as const),
    generateFile({
      number: cell('CHG1', 'CHG2', 'CHG3', ''),
      title: cell('One', 'Two', ''),
      state: cell('Implement', 'Review', 'Closed', 'odd'),
      actual_end: cell(...moments),
      assigned_to: cell('Ada', 'nobody@example.org', ''),
    }),
  ),
  fc.tuple(
    fc.constant('products' as const),
    generateFile({ id: cell('a', 'b', 'c', ''), name: cell('Pen', 'Ink'), price: cell('1', '2,50', 'free') }),
  ),
)

const readRecords = async ({ pool }: TestDatabase) =>
  Promise.all(
    ['incidents', 'changes', 'products'].map(async (table) => {
      const statement = `select to_jsonb(t) - 'updated_at' - 'created_at' - 'origin' as record from ${table} t order by 1`
      return (await pool.query(statement)).rows
    }),
  )

test('the command line and the API give the same records, counts and report for the same files', async () => {
  const folder = await makeTemporaryFolder()
  await fc.assert(
    fc.asyncProperty(fc.array(files, { minLength: 1, maxLength: 3 }), async (all) => {
      const byCommand = await open(false)
      const byApi = await open()
      for (const [kind, content] of all) {
        const path = join(folder, `${kind}.csv`)
        await writeFile(path, content)
        const command = { pool: byCommand.pool, now: new Date(), requestId: 'cli-import' }
        const ctx = { ...command, actor: createSystemActor('import', 'Import') }
        const expected = await importFile(ctx, {
          entity: kind,
          path,
          onWritten: await recordCommandImport(ctx, path, {}),
        }).then(
          ({ result }) => result,
          (error: Error) => error.message,
        )
        const api = testContext(byApi.db, testToken, new Date())
        const { id } = await queueImport(api, kind, content)
        await runImports(api)
        const row = await getImportRow(api, id)
        expect(row.error ?? row.result).toEqual(expected)
      }
      await decideReviews(testContext(byCommand.db, testToken, new Date()))
      expect(await readRecords(byApi)).toEqual(await readRecords(byCommand))
    }),
    { numRuns: runs(3) },
  )
}, 120_000)
