import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { RecordOrigin } from '#lib/contracts/app/record-origins.ts'
import { deleteStub } from '#server/changes/delete-stub.ts'
import { findRecordOrigin } from '#server/history/record-origin.ts'
import { testContext, testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { putChange } from '#server/reviews/api-writes/put-change.ts'
import { updateChange } from '#server/reviews/api-writes/update-change.ts'
import { importContent, provideDatabases } from './testing-import.ts'
import { buildWorkbook } from './testing-workbook.ts'

const { open, context } = provideDatabases()

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const findOrigin = (number: string) => findRecordOrigin(context(), 'change', number)
const as = (name: string, now: string) => testContext(open().db, { ...testPerson('manager'), name }, new Date(now))
const anyVersion = { expectedVersions: undefined, mustExist: undefined }

const rows = `number,title,state\nCHG1,"'=Say ""hello"",\nthen wait",New\nCHG2,Two,New\n`
const none: RecordOrigin['changed_since'] = []

test('a record keeps the file, the line, the time and the digest of the row as the file has it', async () => {
  const { id } = await importContent(open(), 'changes', rows, { file: 'changes.csv' })
  const origin = { source: 'import', source_id: id, name: 'changes.csv', read_at: '2026-03-01T10:00:00.000Z' }
  expect(await findOrigin('CHG1')).toEqual({
    ...origin,
    detail: 'line 2',
    digest: sha256(String.raw`["CHG1","'=Say \"hello\",\nthen wait","New"]`),
    changed_since: none,
  })
  expect(await findOrigin('chg2')).toMatchObject({
    ...origin,
    detail: 'line 4',
    digest: sha256('["CHG2","Two","New"]'),
  })
  await expect(findOrigin('CHG3')).rejects.toMatchObject({ code: 'not_found' })
})

test('of an object it is the digest of its canonical JSON, of a workbook that of its texts', async () => {
  await importContent(open(), 'incidents', [
    { opened_at: '2026-03-01T10:00:00Z', number: 'INC1', extra: { b: 1, a: 2 } },
  ])
  expect(await findRecordOrigin(context(), 'incident', 'INC1')).toMatchObject({
    digest: sha256('{"extra":{"a":2,"b":1},"number":"INC1","opened_at":"2026-03-01T10:00:00Z"}'),
  })
  const workbook = buildWorkbook({
    Sheet: [
      ['number', 'title', 'state'],
      ['CHG1', 'One', 'New'],
    ],
  })
  await importContent(open(), 'changes', Buffer.from(workbook), { file: 'changes.xlsx' })
  expect(await findOrigin('CHG1')).toMatchObject({ detail: 'line 2', digest: sha256('["CHG1","One","New"]') })
})

test('an import that changes nothing leaves it, one that changes the record replaces it', async () => {
  const first = await importContent(open(), 'changes', rows)
  const second = await importContent(open(), 'changes', rows.replace('Two', 'Zwei'), {
    now: '2026-03-02T10:00:00.000Z',
  })
  expect(await findOrigin('CHG1')).toMatchObject({ source_id: first.id })
  expect(await findOrigin('CHG2')).toMatchObject({ source_id: second.id, digest: sha256('["CHG2","Zwei","New"]') })
})

test('what others changed since is listed with who and when, once for each field', async () => {
  await importContent(open(), 'changes', rows)
  await putChange(as('Ada', '2026-03-03T10:00:00.000Z'), 'CHG2', { title: 'Three', risk: 'low' }, anyVersion)
  await putChange(as('Bob', '2026-03-04T10:00:00.000Z'), 'CHG2', { title: 'Four' }, anyVersion)
  await updateChange(testContext(open().db, testToken, new Date('2026-03-05T10:00:00Z')), 'CHG2', {
    pir_date: '2026-03-01',
  })
  expect((await findOrigin('CHG2'))?.changed_since).toEqual([
    { field: 'pir_date', at: '2026-03-05T10:00:00.000Z', by: testToken.name },
    { field: 'title', at: '2026-03-04T10:00:00.000Z', by: 'Bob' },
    { field: 'risk', at: '2026-03-03T10:00:00.000Z', by: 'Ada' },
  ])
  expect((await findOrigin('CHG1'))?.changed_since).toEqual(none)
})

test('a record that no import wrote has none, nor has one that was made again after its deletion', async () => {
  await putChange(as('Ada', '2026-03-03T10:00:00.000Z'), 'CHG9', { title: 'Nine', state: 'new' }, anyVersion)
  expect(await findOrigin('CHG9')).toBeNull()
  const stub = 'number,title,state,is_stub\nCHG5,Five,Closed,true\n'
  await importContent(open(), 'changes', stub)
  expect(await findOrigin('CHG5')).toMatchObject({ detail: 'line 2' })
  await deleteStub(as('Ada', '2026-03-04T10:00:00.000Z'), 'CHG5', undefined)
  await putChange(as('Ada', '2026-03-05T10:00:00.000Z'), 'CHG5', { title: 'Five', state: 'new' }, anyVersion)
  expect(await findOrigin('CHG5')).toBeNull()
})
