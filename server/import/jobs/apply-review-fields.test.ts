import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { ChangeWrite } from '#lib/contracts/change-writes.ts'
import { importFile } from '#server/import/import-file.ts'
import { makeTemporaryFolder } from '#server/import/testing.ts'
import { importContext } from '#server/import/testing-import.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { provideEmptyDatabase } from '#server/platform/db/testing.ts'
import { type Actor, createSystemActor } from '#server/platform/runtime/context.ts'
import { testContext, testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { putChange } from '#server/reviews/api-writes/put-change.ts'
import { verifyParts } from '#server/reviews/four-eyes/verify-parts.ts'
import { readParticipation } from '#server/reviews/parts.ts'
import { insertAccount } from '#server/reviews/testing.ts'
import { reviews } from '#server/schema/reviews.ts'
import { recordCommandImport } from './apply-review-fields.ts'
import { previewDraft } from './preview-draft.ts'
import { getImport } from './queries.ts'
import { queueImport, runQueued } from './testing.ts'

const database = provideEmptyDatabase({ pipeline: false })
beforeEach(async () => {
  setTestRuntime(database)
  // The policy opens a review of CHG1.
  await importText(testToken, 'changes', 'number,title,state,type\nCHG1,One,review,emergency\nCHG2,Two,closed,normal\n')
})

const manager = testPerson('manager')
const as = (actor: Actor) => testContext(database.db, actor, new Date())
async function importText(actor: Actor, kind: 'changes' | 'reviews', content: string) {
  const { id } = await queueImport(as(actor), kind, content)
  await runQueued(as(createSystemActor('run-imports')))
  const done = await getImport(as(actor), id)
  expect(done).toMatchObject({ status: 'done', error: null, refused: 0 })
  return done
}
const selectRows = async (statement: string) => (await database.pool.query(statement)).rows
const listChanges = () => selectRows('select number, state, pir_completed, pir_outcome from changes order by 1')
const listReviews = () =>
  selectRows('select change_number, status, completed_by, completed_through from reviews order by reference')

const header = 'number,title,state,type,pir_completed,pir_outcome\n'
const file = `${header}CHG1,One,closed,emergency,true,successful
CHG2,Two,closed,normal,true,successful
CHG3,Three,review,normal,true,successful
CHG4,Four,closed,normal,true,successful\n`
const open = { change_number: 'CHG1', status: 'not_started', completed_by: null, completed_through: null }
const remark = (changes: string) => expect.stringContaining(`of ${changes} stay as they are`)
const empty = { pir_completed: false, pir_outcome: null }
const whole = { pir_completed: true, pir_outcome: 'successful' }

test('an import of a person completes no review, and says so', async () => {
  const draft = await queueImport(as(manager), 'changes', file, { status: 'draft' })
  const preview = await previewDraft(as(manager), draft.id, {}, new AbortController().signal)
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

test('an import of a token writes no review field of a change that has a review, and says so', async () => {
  const { remarks } = await importText(testToken, 'changes', file)
  expect(remarks).toContainEqual(expect.stringMatching(/of 1 change stay as they are: CHG1\./))
  expect(await listReviews()).toEqual([open])
  expect(await listChanges()).toEqual([
    { number: 'CHG1', state: 'closed', ...empty },
    { number: 'CHG2', state: 'closed', ...whole },
    { number: 'CHG3', state: 'review', ...whole },
    { number: 'CHG4', state: 'closed', ...whole },
  ])
})

test('an import of a token submits the review of a live change that needs a sign-off, like a PATCH', async () => {
  await importText(testToken, 'changes', 'number,title,state,type\nCHG9,Nine,implement,emergency\n')
  await importText(testToken, 'changes', `${header}CHG9,Nine,implement,emergency,true,successful\n`)
  expect(await listReviews()).toEqual([open, { ...open, change_number: 'CHG9', status: 'awaiting_sign_off' }])
})

test('so does one that brings the change marked, and one that is closed was reviewed elsewhere', async () => {
  const rows = 'CHG10,Ten,review,emergency,true,successful\nCHG11,Eleven,closed,emergency,true,successful\n'
  await importText(testToken, 'changes', `${header}${rows}CHG12,Twelve,review,emergency,true,\n`)
  const waiting = { ...open, status: 'awaiting_sign_off' }
  expect(await listReviews()).toEqual([
    open,
    { ...waiting, change_number: 'CHG10' },
    { ...waiting, change_number: 'CHG12' },
  ])
  expect(await selectRows(`select set_through_api ->> 'by' as by from reviews where change_number = 'CHG10'`)).toEqual([
    { by: testToken.name },
  ])
})

test('an import of the command line submits the review where it needs a sign-off, like a PATCH', async () => {
  const path = join(await makeTemporaryFolder(), 'reviews.csv')
  await writeFile(path, 'number,pir_outcome,pir_reference\nCHG1,successful,PIR-7\n')
  const ctx = { ...importContext(database), now: new Date() }
  const onWritten = await recordCommandImport(ctx, path, {})
  await importFile(ctx, { entity: 'reviews', path, onWritten })
  expect(await listReviews()).toEqual([{ ...open, status: 'awaiting_sign_off' }])
  expect(await listChanges()).toMatchObject([{ number: 'CHG1', pir_outcome: 'successful', pir_completed: true }, {}])
})

test('an import of a person writes no review field of a change that was live, waived or decided on', async () => {
  const write = (number: string, fields: ChangeWrite) =>
    putChange(as(testToken), number, fields, { expectedVersions: undefined, mustExist: undefined })
  await write('CHG6', { title: 'Six', state: 'implement', type: 'emergency' })
  await write('CHG6', { state: 'closed' })
  await write('CHG7', { title: 'Seven', state: 'review', type: 'normal', risk: 'low' })
  await write('CHG7', { state: 'closed' })
  await database.db.update(reviews).set({ status: 'waived' }).where(eq(reviews.changeNumber, 'CHG1'))
  await write('CHG1', { state: 'closed' })
  const results = 'number,pir_outcome,pir_date\nCHG1,successful,2026-11-20\nCHG6,successful,\nCHG7,successful,\n'
  const { remarks } = await importText(manager, 'reviews', results)
  expect(remarks).toContainEqual(expect.stringContaining('of 3 changes stay as they are: CHG1, CHG6, CHG7.'))
  expect(await listChanges()).toMatchObject([empty, empty, empty, empty])
})

test('a person who imported the outcome of a review took part in it', async () => {
  const number = 'CHG8'
  await insertAccount(database.db, manager)
  await importText(manager, 'reviews', `number,pir_outcome\n${number},successful\n`)
  const participation = await readParticipation(database.db, { number, reviewer: null, assigned_to: null })
  expect(participation.parts).toMatchObject([{ kind: 'imported', person: manager.email }])
})

test('a person who imported a change without an outcome took no part in its review', async () => {
  await insertAccount(database.db, manager)
  await importText(manager, 'changes', 'number,title,state,type\nCHG8,Eight,closed,normal\n')
  await importText(manager, 'changes', `${header}CHG9,Nine,closed,normal,,\n`)
  expect(await selectRows('select change_number, kind, person from review_parts where person is not null')).toEqual([])
  expect(await verifyParts(database.db)).toEqual([])
})
