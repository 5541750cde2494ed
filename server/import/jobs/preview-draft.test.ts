import { expect, test } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { products } from '#server/schema/directory.ts'
import { importParts } from '#server/schema/imports.ts'
import { saveMapping } from './mappings.ts'
import { inPreviewTurn, previewDraft } from './preview-draft.ts'
import { queueImport } from './testing.ts'

const database = provideTestDatabase()

const never = new AbortController().signal
const ctx = () => testContext(database.db, testPerson('manager'), new Date())

test('previews the stored file with the options of the request, without writing', async () => {
  const { id } = await queueImport(ctx(), 'products', 'nr,name,price\na,Pen,5\n')
  expect(await previewDraft(ctx(), id, {}, never)).toMatchObject({
    problem: expect.stringContaining('No column was found for id'),
  })
  const mapping = { fields: { id: 'nr' } }
  const preview = await previewDraft(ctx(), id, { mapping }, never)
  expect(preview).toMatchObject({ problem: null, records: [{ key: 'a', effect: 'new', values: { price: 5 } }] })
  await saveMapping(ctx(), 'Catalogue', { kind: 'products', mapping })
  expect(await previewDraft(ctx(), id, { mapping_name: 'Catalogue' }, never)).toEqual(preview)
  expect(await database.db.$count(products)).toBe(0)
})

test('says so if the file is no longer stored', async () => {
  const { id } = await queueImport(ctx(), 'products', 'id,name,price\na,Pen,5\n')
  await database.db.delete(importParts)
  await expect(previewDraft(ctx(), id, {}, never)).rejects.toMatchObject({ code: 'conflict' })
  await expect(previewDraft(ctx(), 'import_none', {}, never)).rejects.toMatchObject({ code: 'not_found' })
})

test('ends when it takes too long', async () => {
  const { id } = await queueImport(ctx(), 'products', 'id,name,price\na,Pen,5\n')
  await expect(previewDraft(ctx(), id, {}, never, 1)).rejects.toMatchObject({
    code: 'upstream_timeout',
    message: expect.stringContaining('The preview took longer than 0.001 seconds.'),
  })
})

test('ends when the client leaves, and leaves the turn of its caller to the next', async () => {
  const { id } = await queueImport(ctx(), 'products', 'id,name,price\nc,Pen,5\n')
  const left = AbortSignal.timeout(1)
  await expect(previewDraft(ctx(), id, {}, left)).rejects.toMatchObject({ code: 'invalid_request' })
  expect(await previewDraft(ctx(), id, {}, never)).toMatchObject({ records: [{ key: 'c' }] })
})

test('says so if another import is writing the records', async () => {
  const { id } = await queueImport(ctx(), 'products', 'id,name,price\nb,Pen,5\n')
  const other = await database.pool.connect()
  try {
    await other.query('begin')
    await other.query(`insert into products (id, name, description, price, category, origin)
      values ('b', 'Theirs', '', 1, 'pens', 'import')`)
    await expect(previewDraft(ctx(), id, {}, never)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Another import is writing these records; try again when it has ended.',
    })
  } finally {
    await other.query('rollback')
    other.release()
  }
})

/** A preview that runs until it is ended. */
function preview(caller: string, waitMs?: number) {
  const { promise, resolve } = Promise.withResolvers<string>()
  const began = Promise.withResolvers<void>()
  const work = () => {
    began.resolve()
    return promise
  }
  return { done: inPreviewTurn(caller, never, work, waitMs), began: began.promise, end: resolve }
}

test('two run at a time; one that waits too long is rejected as 503', async () => {
  const running = [preview('a'), preview('b')]
  await Promise.all(running.map(({ began }) => began))
  await expect(preview('c', 1).done).rejects.toMatchObject({ code: 'unavailable' })
  for (const one of running) one.end('done')
  await Promise.all(running.map(({ done }) => done))
  expect(await inPreviewTurn('c', never, async () => 'next')).toBe('next')
})
