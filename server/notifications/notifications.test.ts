import { describe, expect, test } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext, testNow, testPerson } from '#server/platform/runtime/testing-context.ts'
import { notifications } from '#server/schema/notifications.ts'
import { markAllNotificationsRead, markNotificationRead } from './commands.ts'
import { notify } from './notify.ts'
import { countUnread, listNotifications } from './queries.ts'

const database = provideTestDatabase({ empty: [notifications] })

const later = (minutes: number) => new Date(testNow.getTime() + minutes * 60_000)
const as = (name: string, minutes = 60) => testContext(database.db, testPerson('viewer', `acc_${name}`), later(minutes))
const notifyAll = (recipients: string[], title: string, minutes = 0) =>
  notify(testContext(database.db, testPerson('manager', 'acc_boss'), later(minutes)), recipients, {
    kind: 'comment_added',
    title,
    body: 'What was said.',
    path: '/changes/CHG1/review',
  })
const ada = 'ada@hindsight.example'
const bob = 'bob@hindsight.example'
const all = { page: 1, limit: 50, show: 'all' } as const
const titles = async (name: string, query: Parameters<typeof listNotifications>[1] = all) =>
  (await listNotifications(as(name), query)).result.map(({ title }) => title)

test('listNotifications lists the notifications of the caller, newest first, in pages', async () => {
  await notifyAll([ada, bob], 'first', 0)
  await notifyAll(['ADA@hindsight.example'], 'second', 1)
  await notifyAll([bob], 'of Bob', 2)
  await notifyAll([ada], 'third', 3)
  expect(await titles('ada')).toEqual(['third', 'second', 'first'])
  expect(await titles('ada', { page: 2, limit: 2, show: 'all' })).toEqual(['first'])
  expect(await titles('bob')).toEqual(['of Bob', 'first'])
  expect(await titles('eve')).toEqual([])
  expect(await listNotifications(as('ada'), { ...all, limit: 1 })).toMatchObject({ total_count: 3, unread_count: 3 })
})

describe('reading', () => {
  test('marks one as read, keeps the first time, and leaves those of others unchanged', async () => {
    await notifyAll([ada, bob], 'both')
    const [mine] = (await listNotifications(as('ada'), all)).result
    const id = mine?.id ?? ''
    await expect(markNotificationRead(as('bob'), id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await markNotificationRead(as('ada', 60), id)).toMatchObject({ read_at: later(60).toISOString() })
    expect(await markNotificationRead(as('ada', 90), id)).toMatchObject({ read_at: later(60).toISOString() })
    expect(await countUnread(as('ada'))).toBe(0)
    expect(await countUnread(as('bob'))).toBe(1)
    expect(await titles('ada', { ...all, show: 'unread' })).toEqual([])
  })

  test('marks all seen ones as read, but not newer ones', async () => {
    await notifyAll([ada, bob], 'first', 0)
    await notifyAll([ada], 'second', 1)
    await notifyAll([ada], 'came since', 2)
    expect(await markAllNotificationsRead(as('ada'), { until: later(1).toISOString() })).toBe(2)
    expect(await markAllNotificationsRead(as('ada'), { until: later(1).toISOString() })).toBe(0)
    expect(await titles('ada', { ...all, show: 'unread' })).toEqual(['came since'])
    expect(await countUnread(as('bob'))).toBe(1)
  })
})

test('notify notifies each person once for a key, never the actor, and not after a rollback', async () => {
  const notice = { kind: 'action_due', title: 'Due', body: '', path: '/improvements/i', onceKey: 'k' } as const
  await notify(as('ada'), [ada, bob, 'Bob@hindsight.example', ''], notice)
  await notify(as('ada'), [bob], notice)
  expect(await titles('bob')).toEqual(['Due'])
  expect(await titles('ada')).toEqual([])
  const undone = database.db.transaction(async (db) => {
    await notify({ ...as('eve'), db }, [bob], { ...notice, onceKey: 'other' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await titles('bob')).toEqual(['Due'])
})
