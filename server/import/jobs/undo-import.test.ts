import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { markLesson } from '#server/articles/lesson-marks.ts'
import { setLegalHold } from '#server/changes/legal-hold.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createDatabase } from '#server/platform/db/client.ts'
import { provideEmptyDatabase } from '#server/platform/db/testing.ts'
import { transact } from '#server/platform/db/transaction.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { testContext, testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { createDefaultRules } from '#server/policy/create-default-rules.ts'
import { updateChange } from '#server/reviews/api-writes/update-change.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { importParts } from '#server/schema/imports.ts'
import { cancelImport, deleteImport } from './commands.ts'
import { getImport } from './queries.ts'
import { getRefusedFile } from './refused-rows.ts'
import { queueImport, runQueued } from './testing.ts'
import { undoImport } from './undo-import.ts'

const database = provideEmptyDatabase()
beforeEach(() => setTestRuntime(database))

const ctx = () => testContext(database.db, testToken, new Date())
const manager = () => testContext(database.db, testPerson('manager'), new Date())
async function importText(...parts: Parameters<typeof queueImport> extends [unknown, ...infer Rest] ? Rest : never) {
  const { id } = await queueImport(ctx(), ...parts)
  await runQueued({ ...ctx(), actor: createSystemActor('run-imports') })
  expect(await getImport(ctx(), id)).toMatchObject({ status: 'done', error: null })
  return id
}
const selectRows = async (statement: string) => (await database.pool.query(statement)).rows
const stored = (table: string) =>
  selectRows(`select (to_jsonb(t) - 'updated_at' - 'version' - 'search')::text as record from ${table} t order by 1`)

const header =
  'number,title,state,type,risk,affected_services,implementation_plan,planned_start,assigned_to,close_code,is_unauthorized,pir_date,created_at\n'
const before = `${header}CHG1,One,implement,normal,high,"a,b",Step 1,2026-02-01T10:00:00.123Z,Ada,successful,false,2026-02-03,2026-01-01T00:00:00Z
CHG2,Two,implement,normal,,,,,,,,,2026-01-01T00:00:00Z\n`
const after = `${header}CHG1,Uno,review,emergency,,a,"{""steps"": [""x"", 1.50]}",,Bob,failed,true,2026-02-04,2026-01-02T00:00:00Z
CHG2,Two,implement,normal,low,"c, d",Plan,2026-02-01T10:00:00.5Z,Ada,successful,false,2026-02-03,2026-01-01T00:00:00Z
CHG3,Three,review,emergency,,,,,,,,,2026-01-01T00:00:00Z\n`

test('records get every value back, inserted ones and what the policy made of them are gone', async () => {
  await createDefaultRules(ctx())
  await database.pool.query('update policy_rules set needs_sign_off = false')
  await importText('changes', before)
  const changes = await stored('changes')
  const reviews = await stored('reviews')
  const decisions = await stored('policy_decisions')
  const id = await importText('changes', after)
  expect(await selectRows('select 1 from reviews')).toHaveLength(2)
  expect(await undoImport(manager(), id)).toEqual({ restored: 2, deleted: 1, kept: 0, kept_records: [] })
  expect(
    await selectRows('select number from record_origins where source_id <> (select min(id) from imports)'),
  ).toEqual([])
  expect(await stored('changes')).toEqual(changes)
  expect(await stored('reviews')).toEqual(reviews)
  expect(await stored('policy_decisions')).toEqual(decisions)
  expect(await getImport(ctx(), id)).toMatchObject({ undone_by: 'Test manager', undone_at: expect.any(String) })
  await expect(undoImport(manager(), id)).rejects.toMatchObject({ code: 'conflict' })
  const entries = await selectRows(`select action, entity_type, entity_id, changes from audit_events
    where request_id = '${id}:undo' and entity_type = 'change' order by id`)
  expect(entries).toEqual([
    {
      action: 'update',
      entity_type: 'change',
      entity_id: 'CHG1',
      changes: expect.objectContaining({ title: { from: 'Uno', to: 'One' } }),
    },
    expect.objectContaining({ action: 'update', entity_id: 'CHG2' }),
    {
      action: 'delete',
      entity_type: 'change',
      entity_id: 'CHG3',
      changes: expect.objectContaining({ title: { from: 'Three', to: null } }),
    },
  ])
})

test('records that were edited since or that others refer to stay and are listed', async () => {
  const id = await importText('changes', after)
  await updateChange(ctx(), 'CHG1', { pir_reference: 'PIR-2020-0001' })
  await startReview(testContext(database.db, testPerson('reviewer'), new Date()), 'CHG3').catch(() => {})
  const row = 'number,opened_at,related_change\nINC1,2026-01-01T00:00:00Z,CHG2\nINC2,2026-01-01T00:00:00Z,CHG9\n'
  const second = await importText('incidents', row)
  expect(await undoImport(manager(), id)).toEqual({
    restored: 0,
    deleted: 0,
    kept: 3,
    kept_records: [
      { entity: 'change', key: 'CHG1', reason: 'edited since' },
      { entity: 'change', key: 'CHG2', reason: 'other records refer to it' },
      { entity: 'change', key: 'CHG3', reason: 'its review has begun' },
    ],
  })
  expect(await undoImport(manager(), second)).toMatchObject({ deleted: 3, kept: 0 })
  expect(await selectRows('select number from changes order by 1')).toEqual(
    ['CHG1', 'CHG2', 'CHG3'].map((number) => ({ number })),
  )
})

test.each([
  ['inserted', '', 'number,title,state,type\nCHG1,One,review,emergency\nCHG2,Two,review,normal\n', 1],
  ['updated', 'number,title,state,type\nCHG1,One,implement,emergency\n', 'number,title,state\nCHG1,One,review\n', 0],
])(
  'a change that it %s and whose review needs a sign-off stays, so that nobody imports it as reviewed',
  async (...parts) => {
    const [, first, then, deleted] = parts
    if (first !== '') await importText('changes', first)
    const reason = 'its review needs a sign-off'
    const kept = { restored: 0, deleted, kept: 1, kept_records: [{ entity: 'change', key: 'CHG1', reason }] }
    expect(await undoImport(manager(), await importText('changes', then))).toEqual(kept)
    expect(await selectRows('select change_number, status, needs_sign_off from reviews')).toEqual([
      { change_number: 'CHG1', status: 'not_started', needs_sign_off: true },
    ])
  },
)

test('a value written without an entry in the history counts as edited', async () => {
  await importText('products', 'id,name,price\na,Pen,1\nb,Ink,2.5\n')
  const id = await importText('products', 'id,name,price\na,Pencil,1\nb,Ink,3.75\n')
  await database.pool.query(`update products set name = 'Quill' where id = 'a'`)
  expect(await undoImport(manager(), id)).toMatchObject({ restored: 1, kept: 1 })
  expect(await selectRows('select id, name, price from products order by 1')).toEqual([
    { id: 'a', name: 'Quill', price: '1.00' },
    { id: 'b', name: 'Ink', price: '2.50' },
  ])
})

test.each([
  [
    'users',
    'id,name,email\nu1,Ada,ada@example.org\n',
    'id,name,email\nu1,Ada L,ada@example.org\nu2,Bob,bob@example.org\n',
  ],
  [
    'improvements',
    'id,title,owner,target_date\nimp1,One,ada@example.org,2026-05-01\n',
    'id,title,owner,target_date,status\nimp1,Uno,bob@example.org,2026-06-01,done\nimp2,Two,ada@example.org,2026-05-01,\n',
  ],
  ['articles', 'id,content,tags\nkb1,# One,"a,b"\n', 'id,content,tags\nkb1,# Uno,c\nkb2,# Two,\n'],
] as const)('an import of %s is undone', async (kind, first, then) => {
  await importText(kind, first)
  const records = await stored(kind)
  const id = await importText(kind, then)
  expect(await undoImport(manager(), id)).toMatchObject({ restored: 1, deleted: 1, kept: 0 })
  expect(await stored(kind)).toEqual(records)
})

test('a lesson that a change marked since stays', async () => {
  await importText('changes', 'number,title,state\nCHG1,One,scheduled\n')
  const id = await importText('articles', 'id,content\nkb1,# One\nkb2,# Two\n')
  await markLesson(manager(), { number: 'CHG1', id: 'kb1' }, 'applied')
  expect(await undoImport(manager(), id)).toMatchObject({ deleted: 1, kept_records: [{ key: 'kb1' }] })
})

test('a change that was put on legal hold since stays', async () => {
  const id = await importText('changes', 'number,title,state\nCHG1,One,closed\n')
  await setLegalHold(manager(), 'CHG1', { is_held: true, reason: 'Case 1' })
  expect(await undoImport(manager(), id)).toMatchObject({ kept_records: [{ key: 'CHG1', reason: 'edited since' }] })
})

test('an import that wrote nothing cannot be undone', async () => {
  const { id } = await queueImport(ctx(), 'products', 'id,name,price\na,Pen,1\n', { isDryRun: true })
  await runQueued(ctx())
  await expect(undoImport(manager(), id)).rejects.toMatchObject({ code: 'conflict' })
})

test('an import of reviews is undone, and one that improvements refer to stays', async () => {
  await importText('changes', 'number,title,state\nCHG1,One,closed\nCHG2,Two,closed\n')
  const records = await stored('changes')
  const rows = 'number,pir_outcome,pir_reference\nCHG1,successful,PIR-1\nCHG2,successful,PIR-2\nCHG3,successful,PIR-3\n'
  const id = await importText('reviews', `${rows}CHG4,successful,PIR-4\n`)
  const actions = await importText('improvements', actionsFor('pir-2', 'Change chg4'))
  expect(await undoImport(manager(), id)).toEqual({
    restored: 1,
    deleted: 1,
    kept: 2,
    kept_records: ['CHG2', 'CHG4'].map((key) => ({ entity: 'change', key, reason: 'improvements refer to it' })),
  })
  expect((await stored('changes'))[0]).toEqual(records[0])
  expect(await selectRows('select number, pir_reference from changes where pir_completed order by 1')).toEqual([
    { number: 'CHG2', pir_reference: 'PIR-2' },
    { number: 'CHG4', pir_reference: 'PIR-4' },
  ])
  expect(await undoImport(manager(), actions)).toMatchObject({ deleted: 2, kept: 0 })
})

const actionsFor = (...sources: string[]) =>
  [
    'id,title,owner,target_date,source_ref',
    ...sources.map((ref, at) => `imp${at},Do,ada@example.org,2026-05-01,${ref}`),
  ]
    .map((line) => `${line}\n`)
    .join('')

test('an edit counts by its transaction, not by its time or by the request id of its caller', async () => {
  const id = await importText('changes', 'number,title,state\nCHG1,One,closed\nCHG2,Two,closed\nCHG3,Three,closed\n')
  const past = { ...ctx(), now: new Date('2020-01-01T00:00:00Z') }
  await updateChange(past, 'CHG1', { pir_reference: 'PIR-2020-0001' })
  await updateChange({ ...ctx(), requestId: id }, 'CHG2', { pir_reference: 'PIR-2020-0002' })
  expect(await undoImport(manager(), id)).toMatchObject({
    deleted: 1,
    kept: 2,
    kept_records: ['CHG1', 'CHG2'].map((key) => ({ entity: 'change', key, reason: 'edited since' })),
  })
})

const overrun = 'number,title,state,planned_end,actual_end\nCHG1,One,closed,2026-02-01T09:00:00Z,2026-02-01T10:00:00Z\n'

test('the decision of the policy that follows an import is undone with it', async () => {
  await importText('changes', 'number,title,state\nCHG1,One,implement\n')
  const records = await stored('changes')
  const id = await importText('changes', overrun)
  expect(await selectRows('select status from reviews')).toEqual([{ status: 'not_started' }])
  expect(await undoImport(manager(), id)).toMatchObject({ restored: 1, kept: 0 })
  expect(await stored('changes')).toEqual(records)
  expect(await stored('reviews')).toEqual([])
})

test('what was closed before an import is decided again, so that its review stays required', async () => {
  await importText('changes', 'number,title,state\nCHG1,One,implement\n')
  await importText('changes', 'number,title,state\nCHG1,One,closed\n')
  const id = await importText('changes', overrun)
  const review = [{ status: 'not_started' }]
  expect(await selectRows('select status from reviews')).toEqual(review)
  await undoImport(manager(), id)
  expect(await selectRows('select status from reviews')).toEqual([])
  await importText('changes', overrun)
  expect(await selectRows('select status from reviews')).toEqual(review)
})

test('an incident that a review decided about and a review that improvements refer to stay', async () => {
  const first = await importText('changes', 'number,title,state,type\nCHG1,One,review,emergency\n')
  const [{ reference }] = (await selectRows('select reference from reviews')) as [{ reference: string }]
  const id = await importText('incidents', 'number,opened_at\nINC1,2026-01-01T00:00:00Z\nINC2,2026-01-01T00:00:00Z\n')
  const form = JSON.stringify({ decisions: [{ incident: 'INC1', decision: 'rejected', reason: 'Other cause' }] })
  await database.pool.query(
    `insert into review_steps (reference, step, form, version, saved_at, saved_by) values ($1, 'incidents', $2, 1, now(), 'Ada')`,
    [reference, form],
  )
  expect(await undoImport(manager(), id)).toMatchObject({
    deleted: 1,
    kept_records: [{ entity: 'incident', key: 'INC1', reason: 'a review decided about it' }],
  })
  await importText('improvements', actionsFor(reference))
  expect(await undoImport(manager(), first)).toMatchObject({
    kept_records: [{ entity: 'change', key: 'CHG1', reason: 'improvements refer to it' }],
  })
})

test('an undo has no time limit for its statements, also with an Idempotency-Key', async () => {
  const id = await importText('products', 'id,name,price\na,Pen,1\n')
  onTestFinished(async () => void (await database.pool.query('drop function note_limit cascade; drop table limits')))
  await database.pool.query('create table limits (statement text)')
  await database.pool.query(`create function note_limit() returns trigger language plpgsql as
    $$ begin insert into limits values (current_setting('statement_timeout')); return old; end $$`)
  await database.pool.query(
    'create trigger note_limit before delete on products for each row execute function note_limit()',
  )
  const impatient = createDatabase(database.url, { statementTimeout: 100 })
  setTestRuntime({ ...database, ...impatient })
  try {
    const undone = await transact(impatient.db, (db) => undoImport({ ...manager(), db }, id))
    expect(undone).toMatchObject({ deleted: 1 })
    expect((await database.pool.query('select * from limits')).rows).toEqual([{ statement: '0' }])
  } finally {
    await impatient.pool.end()
  }
})

const productFile = 'id,name,price\na,Pen,1\nb,Ink,dear\n'

test('a draft, and an import that was cancelled or only tried, are deleted as a whole', async () => {
  const draft = await queueImport(manager(), 'products', productFile, { status: 'draft' })
  const cancelled = await queueImport(manager(), 'products', productFile)
  await cancelImport(manager(), cancelled.id)
  const tried = await queueImport(manager(), 'products', productFile, { isDryRun: true })
  await runQueued(ctx())
  for (const { id } of [draft, cancelled, tried]) {
    await deleteImport(manager(), id)
    await expect(getImport(manager(), id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(deleteImport(manager(), id)).rejects.toMatchObject({ code: 'not_found' })
  }
  expect(await database.db.$count(importParts)).toBe(0)
  const { rows } = await database.pool.query(
    `select action, actor_name from audit_events where entity_type = 'import' and entity_id = $1`,
    [draft.id],
  )
  expect(rows).toEqual([{ action: 'delete', actor_name: 'Test manager' }])
})

test('of an import that wrote records only the stored productFile is deleted; it can still be undone', async () => {
  const { id } = await queueImport(manager(), 'products', productFile)
  await expect(deleteImport(manager(), id)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Cancel it first'),
  })
  await runQueued(ctx())
  await deleteImport(manager(), id)
  await deleteImport(manager(), id)
  expect(await database.db.$count(importParts)).toBe(0)
  expect(await getImport(manager(), id)).toMatchObject({ status: 'done', inserted: 1, refused: 1 })
  await expect(getRefusedFile(manager(), id)).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('were deleted'),
  })
  expect(await undoImport(manager(), id)).toMatchObject({ deleted: 1, kept: 0 })
})
