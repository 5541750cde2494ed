import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { answersOf, newLesson } from '#lib/review/testing-answers.ts'
import { getConnectionRow } from '#server/connections/find-connection.ts'
import { recordSeenRows } from '#server/connections/servicenow/record-seen-rows.ts'
import { everyWrite, insertServiceNow, knowRecord } from '#server/connections/testing-connection.ts'
import { importFile } from '#server/import/import-file.ts'
import { recordCommandImport } from '#server/import/jobs/apply-review-fields.ts'
import { writeTemporaryFile } from '#server/import/testing.ts'
import { importContext } from '#server/import/testing-import.ts'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { updateChange } from '#server/reviews/api-writes/update-change.ts'
import { completeReview } from '#server/reviews/commands/complete.ts'
import { completeCleanReviews } from '#server/reviews/commands/complete-clean.ts'
import { publishLesson } from '#server/reviews/commands/publish-lesson.ts'
import { reopenReview } from '#server/reviews/commands/reopen.ts'
import { signOffReview } from '#server/reviews/commands/sign-off.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { submitReview } from '#server/reviews/commands/submit.ts'
import { getReview } from '#server/reviews/queries.ts'
import {
  callum,
  createContext,
  fillReview,
  insertIncident,
  insertOwed,
  newAction,
  saveStep,
} from '#server/reviews/testing.ts'
import { connections, connectionWrites } from '#server/schema/connections.ts'
import { reviews } from '#server/schema/reviews.ts'

const manager = testPerson('manager')
const database = provideTestDatabase({ pipeline: false })
beforeAll(async () => {
  await insertServiceNow(database.db, 'status', { writes: { review: true } })
  await insertServiceNow(database.db, 'all', {
    writes: everyWrite,
  })
  await insertServiceNow(database.db, 'off', { writes: { review: true }, isEnabled: false })
})

const as = (actor?: Parameters<typeof createContext>[1]) => createContext(database.db, actor)
const listWrites = async (connectionId: string) => {
  const rows = await readRows(database.db, connectionWrites, { connectionId })
  return rows.map(({ dedupeKey, status }) => `${status}: ${dedupeKey}`)
}

const readVersion = async (reference: string) => {
  const [row] = await readRows(database.db, reviews, { reference })
  return row?.version ?? 0
}

/** Prepares a filled review of a change that the connections know. */
async function createFilled(number: string, by: readonly string[], values: Parameters<typeof insertOwed>[2] = {}) {
  const reference = await insertOwed(database.db, number, values)
  for (const id of by) await knowRecord(database.db, id, ['change', number], ['change_request', `sys-${number}`])
  await fillReview(as(), await startReview(as(), number))
  return reference
}

test('every kind of completion queues the write, in its own transaction', async () => {
  const connectionIds = ['status', 'off']
  await completeReview(as(), await createFilled('CHG-PERSON', connectionIds), {})
  const signed = await createFilled('CHG-SIGNED', connectionIds, { needsSignOff: true })
  await submitReview(as(), signed)
  await signOffReview(as(manager), signed, { pir_date: '2026-03-05' })
  await insertOwed(database.db, 'CHG-BULK', { form: 'short' }, { risk: 'low', affectedServices: ['bulk'] })
  await knowRecord(database.db, 'status', ['change', 'CHG-BULK'], ['change_request', 'sys-bulk'])
  await completeCleanReviews(as(manager), { reviews: ['CHG-BULK'], dry_run: false }, () => 0.99)
  await createFilled('CHG-PATCH', connectionIds)
  await updateChange(as(testToken), 'CHG-PATCH', { pir_completed: true })
  await updateChange(as(testToken), 'CHG-PATCH', { pir_outcome: 'failed' })
  await createFilled('CHG7', connectionIds)
  const path = await writeTemporaryFile('reviews.csv', 'number,pir_outcome\nCHG7,successful\n')
  const ctx = importContext(database, '2026-03-11T10:00:00.000Z')
  await importFile(ctx, { entity: 'reviews', path, onWritten: await recordCommandImport(ctx, path, {}) })

  const queued = [
    expect.stringMatching(/^waiting: review CHG-PERSON of PIR-CHG-PERSON version \d+$/),
    expect.stringContaining('waiting: review CHG-SIGNED'),
    expect.stringContaining('waiting: review CHG-BULK'),
    expect.stringContaining('dropped: review CHG-PATCH'),
    expect.stringContaining('waiting: review CHG-PATCH'),
    expect.stringContaining('waiting: review CHG7'),
  ]
  expect(await listWrites('status')).toEqual(queued)
  const ofOthers = queued.filter((_, index) => index !== 2)
  expect(await listWrites('off'), 'a connection that is switched off').toEqual(ofOthers)
})

test('each switch queues its write; a second completion replaces the first, and clears what is no longer confirmed', async () => {
  const reference = await createFilled('CHG-ALL', ['all'])
  for (const number of ['INC-1', 'INC-2']) await insertIncident(database.db, number, 'CHG-ALL')
  const decide = async (decisions: readonly ('confirmed' | 'rejected')[]) =>
    saveStep(as(), await getReview(as(), reference), 'incidents', {
      is_none_caused: false,
      decisions: decisions.map((decision, n) => ({ incident: `INC-${n + 1}`, decision, reason: 'Seen in the logs' })),
    })
  await decide(['confirmed', 'rejected'])
  await saveStep(as(), await getReview(as(), reference), 'outcome', answersOf('successful_with_issues'))
  await saveStep(as(), await getReview(as(), reference), 'improvements', { is_none_needed: false })
  const { id } = await createImprovement(as(), newAction(reference, { title: 'Rehearse', owner: callum.email }))
  const drafts = [newLesson({ key: 'l1', title: 'Rehearse', content: 'On a copy.', category: 'planning' })]
  await saveStep(as(), await getReview(as(), reference), 'lessons', { is_none_learned: false, drafts })
  expect(await listWrites('all')).toEqual([])
  await publishLesson(as(), reference, 'l1', { mask_names: false })
  expect(await listWrites('all')).toEqual([])

  await completeReview(as(), reference, {})
  const [lesson] = (await getReview(as(), reference)).steps.lessons.form.drafts
  const article = lesson?.article_id
  const version = await readVersion(reference)
  const ofVersion = (status: string, kinds: string[], last: number) =>
    kinds.map((kind) => `${status}: ${kind} of ${reference} version ${last}`)
  const ofChange = ['review CHG-ALL', 'correlation_id CHG-ALL', 'close CHG-ALL', 'work_note CHG-ALL']
  const first = [...ofChange, 'caused_by INC-1']
  expect(await listWrites('all')).toEqual([
    `waiting: lesson ${article} version 1`,
    ...ofVersion('waiting', first, version),
    `waiting: improvement ${id}`,
  ])

  await reopenReview(as(manager), reference, 'Another incident caused it')
  await decide(['rejected', 'confirmed'])
  await completeReview(as(), reference, {})
  const again = await readVersion(reference)
  const later = await createImprovement(as(), newAction(reference, { owner: callum.email }))
  const rows = await listWrites('all')
  expect(rows.slice(0, 7)).toEqual([
    `waiting: lesson ${article} version 1`,
    ...ofVersion('dropped', first, version),
    `waiting: improvement ${id}`,
  ])
  expect(rows.slice(7, -1).toSorted()).toEqual(
    ofVersion('waiting', [...ofChange, 'caused_by INC-1', 'caused_by INC-2'], again).toSorted(),
  )
  expect(rows.at(-1)).toBe(`waiting: improvement ${later.id}`)
})

test('a review that was completed before its change was read is queued when it is read, once', async () => {
  const change = 'CHG-UNREAD'
  await insertServiceNow(database.db, 'later', { writes: { review: true }, createdAt: '2030-01-01T00:00:00.000Z' })
  await completeReview(as(), await createFilled(change, []), {})
  const read = (connectionId: string) =>
    database.db.transaction(async (tx) =>
      recordSeenRows(
        tx,
        { connection: await getConnectionRow(tx, connectionId), stream: 'change_request', at: new Date() },
        [{ row: { sys_id: 'sys-unread', sys_updated_on: '', sys_mod_count: '1' }, entity: 'change', key: change }],
      ),
    )
  const before = await listWrites('status')
  await read('status')
  const after = [...before, expect.stringContaining(`waiting: review ${change}`)]
  expect(await listWrites('status')).toEqual(after)
  await database.db.delete(connectionWrites).where(eq(connectionWrites.key, change))
  await read('status')
  expect(await listWrites('status'), 'the change was known').toEqual(before)
  await read('later')
  expect(await listWrites('later'), 'completed before the connection was added').toEqual([])
})

test('without a connection, a completion queues nothing', async () => {
  await database.db.delete(connections)
  const reference = await createFilled('CHG-ALONE', [])
  const before = await listWrites('status')
  await completeReview(as(), reference, {})
  expect(await listWrites('status')).toEqual(before)
})
