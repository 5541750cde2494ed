import { expect, test } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { insertChange, insertPeople } from '#server/reviews/testing.ts'
import { getChangePeople } from './get-change-people.ts'

const database = provideTestDatabase()

test('people of a change have a name if the directory knows them', async () => {
  const { db } = database
  await insertPeople(db, { 'Fred.Luddy@example.org': { id: 'usr_1', name: 'Fred Luddy' } })
  await insertChange(db, 'CHG-1', {
    assignedTo: 'fred.luddy@example.org',
    requestedBy: 'Beth Anglin',
    approvedBy: 'fred.luddy@example.org',
  })
  await insertChange(db, 'CHG-2', { assignedTo: null, requestedBy: null })
  const ctx = testContext(db)
  expect(await getChangePeople(ctx, 'CHG-1')).toEqual({
    assigned_to: { text: 'fred.luddy@example.org', name: 'Fred Luddy' },
    requested_by: { text: 'Beth Anglin', name: null },
    approved_by: { text: 'fred.luddy@example.org', name: 'Fred Luddy' },
  })
  expect(await getChangePeople(ctx, 'CHG-2')).toEqual({ assigned_to: null, requested_by: null, approved_by: null })
  await expect(getChangePeople(ctx, 'CHG-3')).rejects.toMatchObject({ code: 'not_found' })
})
