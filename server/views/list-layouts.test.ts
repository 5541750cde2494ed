import { expect, test } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext, testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { findListLayout, resetListLayout, saveListLayout } from './list-layouts.ts'

const database = provideTestDatabase()

const as = (id: string) => testContext(database.db, testPerson('viewer', id))

test('keeps one layout for each person and page', async () => {
  const [ada, bob] = [as('acc_ada'), as('acc_bob')]
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

test('is for people, not for tokens', async () => {
  await expect(
    saveListLayout(testContext(database.db, testToken), 'changes', { columns: ['change'], density: 'compact' }),
  ).rejects.toMatchObject({ code: 'forbidden' })
})
