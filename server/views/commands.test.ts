import { beforeAll, describe, expect, test } from 'vitest'
import type { NewSavedView } from '#lib/contracts/app/search.ts'
import type { Role } from '#lib/contracts/endpoint.ts'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { testContext, testNow, testPerson } from '#server/platform/runtime/testing-context.ts'
import { insertAccount } from '#server/reviews/testing.ts'
import { auditEvents } from '#server/schema/history.ts'
import { savedViews } from '#server/schema/reviews.ts'
import { createSavedView, deleteSavedView } from './commands.ts'
import { listSavedViews } from './queries.ts'

const database = provideTestDatabase({ empty: [savedViews] })
beforeAll(async () => {
  for (const id of ['acc_ada', 'acc_bob', 'acc_root'])
    await insertAccount(database.db, { ...testPerson('viewer', id), name: id })
})

const as = (id: string, role: Role = 'viewer') => testContext(database.db, testPerson(role, id))
const ada = () => as('acc_ada')
const bob = () => as('acc_bob')
const input = (over: Partial<NewSavedView> = {}): NewSavedView => ({
  page: 'changes',
  name: 'Emergencies',
  search: 'query=type+%3D+emergency',
  is_shared: false,
  ...over,
})
const namesFor = async (ctx: ReturnType<typeof as>, page: NewSavedView['page'] = 'changes') =>
  (await listSavedViews(ctx, { page })).map(({ name }) => name)

describe('createSavedView', () => {
  test('saves a view of the caller and records a shared one in the history', async () => {
    const shared = input({ is_shared: true })
    const view = await createSavedView(ada(), shared)
    expect(view).toEqual({
      ...shared,
      id: expect.stringMatching(/^viw_/),
      is_mine: true,
      owner_name: 'Test ada',
      created_at: testNow.toISOString(),
    })
    expect(await listSavedViews(ada(), { page: 'changes' })).toEqual([view])
    const [event] = await readRows(database.db, auditEvents, { entityId: view.id })
    expect(event).toMatchObject({
      action: 'create',
      entityType: 'saved_view',
      changes: { name: { to: 'Emergencies' } },
    })
    await deleteSavedView(ada(), view.id)
  })

  test('omits name and search of a private view from the history, even when it is deleted', async () => {
    const { id } = await createSavedView(ada(), input({ name: 'Salaries', search: 'query=owner' }))
    await deleteSavedView(ada(), id)
    const events = await readRows(database.db, auditEvents, { entityId: id })
    expect(events.map(({ action, changes }) => [action, changes])).toEqual([
      ['create', { page: { from: null, to: 'changes' }, is_shared: { from: null, to: false } }],
      ['delete', { page: { from: 'changes', to: null }, is_shared: { from: false, to: null } }],
    ])
  })

  test('allows 100 views per account, even with concurrent requests; others may still save', async () => {
    const rows = Array.from({ length: 99 }, (_, index) => ({
      id: `viw_${index}`,
      accountId: 'acc_ada',
      ownerName: 'Ada',
      page: 'changes' as const,
      name: `View ${index}`,
      search: '',
      isShared: false,
      createdAt: testNow.toISOString(),
    }))
    await database.db.insert(savedViews).values(rows)
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c'].map((name) => createSavedView(ada(), input({ name, page: 'knowledge' }))),
    )
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
    expect(refused).toEqual(['conflict', 'conflict'])
    await createSavedView(bob(), input())
  })
})

test('listSavedViews lists the own views of a page, then those that others share, each by name', async () => {
  await createSavedView(ada(), input({ name: 'Overdue', is_shared: true }))
  await createSavedView(ada(), input({ name: 'emergencies' }))
  await createSavedView(ada(), input({ name: 'Elsewhere', page: 'knowledge' }))
  await createSavedView(bob(), input({ name: 'A view of Bob', is_shared: true }))
  await createSavedView(bob(), input({ name: 'Private to Bob' }))
  expect(await namesFor(ada())).toEqual(['emergencies', 'Overdue', 'A view of Bob'])
  expect(await namesFor(bob())).toEqual(['A view of Bob', 'Private to Bob', 'Overdue'])
  expect(await namesFor(ada(), 'knowledge')).toEqual(['Elsewhere'])
  const shared = await listSavedViews(ada(), { page: 'changes' })
  expect(shared.map(({ is_mine }) => is_mine)).toEqual([true, true, false])
})

describe('deleteSavedView', () => {
  test('deletes an own view; the history keeps its fields', async () => {
    const { id } = await createSavedView(ada(), input({ is_shared: true }))
    await deleteSavedView(ada(), id)
    expect(await namesFor(ada())).toEqual([])
    const events = await readRows(database.db, auditEvents, { entityId: id })
    expect(events.find(({ action }) => action === 'delete')?.changes).toMatchObject({
      name: { from: 'Emergencies', to: null },
    })
  })

  test.each([
    ['a shared view of someone else', true, 'forbidden'],
    ['a private one, as if it did not exist', false, 'not_found'],
  ])('rejects %s', async (_, isShared, code) => {
    const { id } = await createSavedView(ada(), input({ is_shared: isShared }))
    for (const role of ['viewer', 'reviewer', 'manager'] as const) {
      await expect(deleteSavedView(as('acc_bob', role), id)).rejects.toMatchObject({ code })
    }
    expect(await namesFor(ada())).toHaveLength(1)
  })

  test('an admin can delete any view', async () => {
    const { id } = await createSavedView(ada(), input())
    await deleteSavedView(as('acc_root', 'admin'), id)
    expect(await namesFor(ada())).toEqual([])
  })

  test('returns the same error for a private view and an unknown one', async () => {
    const { id } = await createSavedView(ada(), input())
    const readMessage = (view: string) => deleteSavedView(bob(), view).catch((error: Error) => error.message)
    expect(await readMessage(id)).toBe((await readMessage('viw_none'))?.toString().replace('viw_none', id))
  })
})
