import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { importFile } from '#server/import/import-file.ts'
import { temporaryFolder } from '#server/import/testing.ts'
import { importContext } from '#server/import/testing-import.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import type { Actor } from '#server/platform/runtime/context.ts'
import { testContext, testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { previewDraft } from './preview-draft.ts'
import { getImport } from './queries.ts'
import { recordCommandImport } from './record-command-import.ts'
import { runImports } from './run-imports.ts'
import { queueImport } from './testing.ts'
import { undoImport } from './undo-import.ts'

const databases: TestDatabase[] = []
let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase({ pipeline: false })
  databases.push(database)
  // The policy opens a review of CHG1.
  await importText(testToken, 'changes', 'number,title,state,type\nCHG1,One,review,emergency\nCHG2,Two,closed,normal\n')
})
afterAll(() => Promise.all(databases.map((one) => one.drop())))

const manager = testPerson('manager')
const as = (actor: Actor) => testContext(database.db, actor, new Date())
async function importText(actor: Actor, kind: 'changes' | 'reviews', content: string) {
  const { id } = await queueImport(as(actor), kind, content)
  await runImports(as({ kind: 'system', id: 'run-imports', name: 'Hindsight' }))
  const done = await getImport(as(actor), id)
  expect(done).toMatchObject({ status: 'done', error: null, refused: 0 })
  return done
}
const rowsOf = async (statement: string) => (await database.pool.query(statement)).rows
const listChanges = () => rowsOf('select number, state, pir_completed, pir_outcome from changes order by 1')
const listReviews = () =>
  rowsOf('select change_number, status, completed_by, completed_through from reviews order by reference')

const header = 'number,title,state,type,pir_completed,pir_outcome\n'
const file = `${header}CHG1,One,closed,emergency,true,successful
CHG2,Two,closed,normal,true,successful
CHG3,Three,review,normal,true,successful
CHG4,Four,closed,normal,true,successful\n`
const open = { change_number: 'CHG1', status: 'not_started', completed_by: null, completed_through: null }
const remark = (changes: string) => expect.stringContaining(`of ${changes} stay as they are`)
const [empty, whole] = [
  { pir_completed: false, pir_outcome: null },
  { pir_completed: true, pir_outcome: 'successful' },
]

test('an import of a person completes no review, and says so', async () => {
  const draft = await queueImport(as(manager), 'changes', file, { status: 'draft' })
  const preview = await previewDraft(as(manager), draft.id, {})
  expect(preview.remarks).toContainEqual(remark('2 changes'))
  expect(preview.records.map(({ values }) => values.pir_completed)).toEqual([false, true, false, true])
  expect((await importText(manager, 'changes', file)).remarks).toContainEqual(remark('2 changes'))
  expect(await listChanges()).toEqual([
    { number: 'CHG1', state: 'closed', ...empty },
    { number: 'CHG2', state: 'closed', ...whole },
    { number: 'CHG3', state: 'review', ...empty },
    { number: 'CHG4', state: 'closed', ...whole },
  ])
  expect(await listReviews()).toEqual([open])
  const results = 'number,pir_outcome\nCHG1,successful\nCHG5,successful\n'
  expect((await importText(manager, 'reviews', results)).remarks).toContainEqual(remark('1 change'))
  expect(await listChanges()).toMatchObject([{ ...empty }, {}, {}, {}, { number: 'CHG5', ...whole }])
  expect(await listReviews()).toEqual([open])
})

test('an import of a token completes the open review, like a PATCH', async () => {
  const { id, remarks } = await importText(testToken, 'changes', file)
  expect(remarks).not.toContainEqual(remark('2 changes'))
  expect(await listReviews()).toEqual([
    { ...open, status: 'completed', completed_by: testToken.name, completed_through: 'api' },
  ])
  const [change] = await rowsOf(`select c.pir_completed, c.pir_reference = r.reference as is_named
    from changes c join reviews r on r.change_number = c.number where c.number = 'CHG1'`)
  expect(change).toEqual({ pir_completed: true, is_named: true })
  expect(await rowsOf('select outcome from review_versions')).toEqual([{ outcome: 'successful' }])
  expect((await undoImport(as(manager), id)).kept_records).toMatchObject([{ key: 'CHG1' }])
  expect(await listChanges()).toMatchObject([{ number: 'CHG1', pir_completed: true }, { pir_completed: false }])
})

test('an import of the command line completes the open review too', async () => {
  const path = join(await temporaryFolder(), 'reviews.csv')
  await writeFile(path, 'number,pir_outcome,pir_reference\nCHG1,successful,PIR-7\n')
  const ctx = { ...importContext(database), now: new Date() }
  const onWritten = await recordCommandImport(ctx, path, {})
  const { id } = await importFile(ctx, { entity: 'reviews', path, onWritten })
  expect(await listReviews()).toEqual([
    { ...open, status: 'completed', completed_by: 'Import', completed_through: 'api' },
  ])
  expect((await undoImport(as(manager), id)).kept_records).toEqual([
    { entity: 'change', key: 'CHG1', reason: 'its review is completed' },
  ])
})
