import { beforeAll, expect, test } from 'vitest'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext, testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { importParts } from '#server/schema/imports.ts'
import { cancelImport, deleteImport } from './commands.ts'
import { getImport } from './queries.ts'
import { getRefusedFile } from './refused-rows.ts'
import { runImports } from './run-imports.ts'
import { queueImport } from './testing.ts'
import { undoImport } from './undo-import.ts'

const database = provideTestDatabase()
beforeAll(async () => {
  setTestRuntime(database)
})

const ctx = () => testContext(database.db, testPerson('manager'), new Date())
const file = 'id,name,price\na,Pen,1\nb,Ink,dear\n'

test('a draft, and an import that was cancelled or only tried, are deleted as a whole', async () => {
  const draft = await queueImport(ctx(), 'products', file, { status: 'draft' })
  const cancelled = await queueImport(ctx(), 'products', file)
  await cancelImport(ctx(), cancelled.id)
  const tried = await queueImport(ctx(), 'products', file, { isDryRun: true })
  await runImports(testContext(database.db, testToken, new Date()))
  for (const { id } of [draft, cancelled, tried]) {
    await deleteImport(ctx(), id)
    await expect(getImport(ctx(), id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(deleteImport(ctx(), id)).rejects.toMatchObject({ code: 'not_found' })
  }
  expect(await database.db.$count(importParts)).toBe(0)
  const { rows } = await database.pool.query(
    `select action, actor_name from audit_events where entity_type = 'import' and entity_id = $1`,
    [draft.id],
  )
  expect(rows).toEqual([{ action: 'delete', actor_name: 'Test manager' }])
})

test('of an import that wrote records only the stored file is deleted; it can still be undone', async () => {
  const { id } = await queueImport(ctx(), 'products', file)
  await expect(deleteImport(ctx(), id)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Cancel it first'),
  })
  await runImports(testContext(database.db, testToken, new Date()))
  await deleteImport(ctx(), id)
  await deleteImport(ctx(), id)
  expect(await database.db.$count(importParts)).toBe(0)
  expect(await getImport(ctx(), id)).toMatchObject({ status: 'done', inserted: 1, refused: 1 })
  await expect(getRefusedFile(ctx(), id)).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('were deleted'),
  })
  expect(await undoImport(ctx(), id)).toMatchObject({ deleted: 1, kept: 0 })
})
