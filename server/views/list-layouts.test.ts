import { expect, test } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext, testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { listLayouts } from '#server/schema/reviews.ts'
import { findListLayout, resetListLayout, saveListLayout } from './list-layouts.ts'

const database = provideTestDatabase()

const as = (id: string) => testContext(database.db, testPerson('viewer', id))

test('keeps one layout for each person and page', async () => {
  const ada = as('acc_ada')
  const bob = as('acc_bob')
  expect(await findListLayout(ada, 'changes')).toBeNull()
  await saveListLayout(ada, 'changes', { columns: ['change', 'due'], density: 'comfortable' })
  const compact = await saveListLayout(ada, 'changes', { columns: ['due', 'change'], density: 'compact' })
  expect(await findListLayout(ada, 'changes')).toEqual(compact)
  expect(await findListLayout(ada, 'incidents')).toBeNull()
  expect(await findListLayout(bob, 'changes')).toBeNull()
  await resetListLayout(bob, 'changes')
  expect(await findListLayout(ada, 'changes')).toEqual(compact)
  await resetListLayout(ada, 'changes')
  expect(await findListLayout(ada, 'changes')).toBeNull()
})

test('stores at most 100 layouts of a person, and others still', async () => {
  const layout = { columns: ['change'], density: 'compact' } as const
  const own = Array.from({ length: 100 }, (_, at) => ({
    ...layout,
    columns: [...layout.columns],
    accountId: 'acc_eve',
    page: `page-${at}`,
    updatedAt: '2026-03-01T00:00:00Z',
  }))
  await database.db.insert(listLayouts).values(own)
  await expect(saveListLayout(as('acc_eve'), 'changes', { columns: [], density: 'compact' })).rejects.toMatchObject({
    code: 'conflict',
  })
  await saveListLayout(as('acc_eve'), 'page-7', { columns: [], density: 'compact' })
  await saveListLayout(as('acc_bob'), 'changes', { columns: [], density: 'compact' })
})

test('is for people, not for tokens', async () => {
  await expect(
    saveListLayout(testContext(database.db, testToken), 'changes', { columns: ['change'], density: 'compact' }),
  ).rejects.toMatchObject({ code: 'forbidden' })
})
