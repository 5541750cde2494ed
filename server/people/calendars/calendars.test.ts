import { desc, eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { NewCalendar } from '#lib/contracts/app/own-data.ts'
import { erasePerson } from '#server/people/erase-person.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { callum, createContext, insertAccount, insertChange, insertOwed, noor } from '#server/reviews/testing.ts'
import { accounts, calendars } from '#server/schema/access.ts'
import { changes } from '#server/schema/changes.ts'
import { auditEvents } from '#server/schema/history.ts'
import { improvements } from '#server/schema/improvements.ts'
import { reviews } from '#server/schema/reviews.ts'
import { createCalendar, listCalendars, revokeCalendar } from './own-calendars.ts'
import { readCalendar } from './read-calendar.ts'

const database = provideTestDatabase({ empty: [accounts, calendars, reviews, changes, improvements, auditEvents] })
const origin = 'https://hindsight.example'
const at = '2026-03-01T08:00:00.000Z'
const ctx = (actor = noor, now?: string) => createContext(database.db, actor, now)
/** Reads a calendar like a program that only has its URL. */
const read = (path: string, now?: string) =>
  readCalendar(createContext(database.db, undefined, now), path.split('/')[4] ?? '', origin)
const subscribe = async (service: string | null = null, actor = noor) => {
  const { path } = await createCalendar(ctx(actor), service)
  return path
}

/** Returns the entries of a calendar as a program shows them, earliest first. */
function shownBy(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const entries = calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const { uid, summary, description, startDate, endDate, sequence } = event
    return {
      uid,
      summary,
      description,
      sequence,
      start: startDate.toString(),
      end: endDate.toString(),
      isDay: startDate.isDate,
      zone: startDate.zone?.tzid,
      status: component.getFirstPropertyValue('status'),
      url: component.getFirstPropertyValue('url'),
    }
  })
  return {
    // An extension, whose escapes this reader does not decode.
    name: calendar.getFirstPropertyValue('x-wr-calname'),
    remark: calendar.getFirstPropertyValue('x-wr-caldesc'),
    entries: entries.toSorted((one, other) => (one.start < other.start ? -1 : 1)),
  }
}

beforeEach(async () => {
  for (const person of [noor, callum]) await insertAccount(database.db, person)
})

type ActionValues = typeof improvements.$inferInsert
const createActionValues = (id: string, values: Partial<ActionValues> = {}): ActionValues => ({
  id,
  title: `Action ${id}`,
  sourceType: 'pir',
  sourceRef: 'PIR-CHG1',
  owner: noor.email,
  status: 'open',
  targetDate: '2026-03-20',
  origin: 'entry',
  createdAt: at,
  updatedAt: at,
  ...values,
})

describe('a calendar of reviews and actions', () => {
  test('has the open reviews and actions of its owner, and the rechecks, on the days when they are due', async () => {
    const title = 'Patch; restart, "twice"\\ and a long line with ümlauts 🙂 that programs have to fold and unfold'
    await insertOwed(database.db, 'CHG1', { reviewer: noor.email, dueOn: '2026-03-12', version: 3 }, { title })
    await insertOwed(database.db, 'CHG2', { reviewer: callum.email, dueOn: '2026-03-12' })
    await insertOwed(database.db, 'CHG3', { reviewer: noor.email, dueOn: '2026-03-12', status: 'completed' })
    await insertOwed(database.db, 'CHG4', { reviewer: noor.email, dueOn: '2025-03-09' })
    const verified = {
      owner: callum.email,
      verifiedBy: noor.email,
      status: 'verified',
      recheckOn: '2026-06-01',
    } as const
    const actions = [
      createActionValues('imp_1'),
      createActionValues('imp_2', verified),
      createActionValues('imp_3', { status: 'done' }),
    ]
    await database.db.insert(improvements).values(actions)
    const { name, remark, entries } = shownBy(await read(await subscribe()))
    expect([name, remark]).toEqual(['Hindsight: reviews and actions', null])
    expect(entries.map(({ uid, start, isDay }) => [uid, start, isDay])).toEqual([
      ['PIR-CHG1@hindsight', '2026-03-12', true],
      ['imp_1@hindsight', '2026-03-20', true],
      ['imp_2@hindsight', '2026-06-01', true],
    ])
    expect(entries[0]).toMatchObject({
      summary: `Review due: CHG1 ${title}`,
      description: 'PIR-CHG1: Not started\nServices: payments-db',
      sequence: 3,
      url: `${origin}/changes/CHG1/review`,
    })
    expect(entries.map(({ summary }) => summary.slice(0, 12))).toEqual(['Review due: ', 'Action due: ', 'Recheck: Act'])
  })

  test('moves an entry when its day moves, and stays the same text until something changes', async () => {
    const reference = await insertOwed(database.db, 'CHG1', { reviewer: noor.email, dueOn: '2026-03-12' })
    const path = await subscribe()
    const first = await read(path)
    expect(await read(path, '2026-03-10T13:30:00.000Z')).toBe(first)
    await database.db.update(reviews).set({ dueOn: '2026-04-01' }).where(eq(reviews.reference, reference))
    const [before, after] = [first, await read(path)].map((text) => shownBy(text).entries)
    expect([before, after].map((entries) => entries?.map(({ uid, start }) => [uid, start]))).toEqual([
      [['PIR-CHG1@hindsight', '2026-03-12']],
      [['PIR-CHG1@hindsight', '2026-04-01']],
    ])
  })
})

test('a calendar of a service has its change windows, the actual times where they are known', async () => {
  await insertChange(database.db, 'CHG1', { affectedServices: ['dns', 'mail, EU'] })
  const planned = { affectedServices: ['mail, EU'], actualStart: null, actualEnd: null }
  await insertChange(database.db, 'CHG2', { ...planned, state: 'canceled', plannedStart: '2026-03-02T01:00:00.000Z' })
  const window = { plannedStart: '2026-04-01T22:30:00.000Z', plannedEnd: '2026-04-02T01:00:00.000Z' }
  await insertChange(database.db, 'CHG3', { ...planned, ...window, state: 'assess' })
  await insertChange(database.db, 'CHG4', { ...planned, plannedStart: null, plannedEnd: null })
  await insertChange(database.db, 'CHG5', { affectedServices: ['dns'] })
  await insertChange(database.db, 'CHG6', { ...planned, plannedStart: '2025-03-01T01:00:00.000Z' })
  const { name, entries } = shownBy(await read(await subscribe('mail, EU')))
  expect(name).toBe('Changes of mail\\, EU')
  const shown = entries.map(({ uid, start, end, status, zone }) => [uid, start, end, status, zone])
  expect(shown).toEqual([
    ['CHG1@hindsight', '2026-03-01T01:05:00Z', '2026-03-01T02:55:00Z', 'CONFIRMED', 'UTC'],
    ['CHG2@hindsight', '2026-03-02T01:00:00Z', '2026-03-02T01:00:00Z', 'CANCELLED', 'UTC'],
    ['CHG3@hindsight', '2026-04-01T22:30:00Z', '2026-04-02T01:00:00Z', 'TENTATIVE', 'UTC'],
  ])
  expect(entries[0]).toMatchObject({
    summary: 'CHG1 Change CHG1',
    description: 'State: review. Type: normal. Risk: high.\nServices: dns, mail, EU',
    url: `${origin}/changes/CHG1`,
  })
})

describe('the address of a calendar', () => {
  const isUnknown = (path: string) => expect(read(path)).rejects.toMatchObject({ code: 'not_found' })

  test('is replaced and revoked by its owner alone, with entries of the history that do not name it', async () => {
    const own = await subscribe()
    const first = await subscribe('dns')
    const again = await subscribe('dns')
    expect(again).not.toBe(first)
    await isUnknown(first)
    const listed = await listCalendars(ctx())
    expect(listed.map(({ service, last_read_at }) => [service, last_read_at])).toEqual([
      [null, null],
      ['dns', null],
    ])
    await read(again)
    const id = listed[1]?.id ?? ''
    expect((await listCalendars(ctx()))[1]).toMatchObject({ id, last_read_at: '2026-03-10T12:00:00.000Z' })
    expect(await listCalendars(ctx(callum))).toEqual([])
    await expect(revokeCalendar(ctx(callum), id)).rejects.toMatchObject({ code: 'not_found' })
    await revokeCalendar(ctx(), id)
    await isUnknown(again)
    await read(own)
    const events = await database.db.select().from(auditEvents).orderBy(desc(auditEvents.id))
    expect(events.map(({ actionName, entityId, changes: { calendar } }) => [actionName, entityId, calendar])).toEqual([
      ['calendar_revoked', noor.id, { from: 'dns', to: null }],
      ['calendar_replaced', noor.id, { from: null, to: 'dns' }],
      ['calendar_created', noor.id, { from: null, to: 'dns' }],
      ['calendar_created', noor.id, { from: null, to: 'reviews and actions' }],
    ])
    const secrets = [own, first, again].map((path) => path.split('/')[4] ?? '')
    const stored = JSON.stringify([events, await database.db.select().from(calendars)])
    expect(secrets.filter((secret) => secret.length < 43 || stored.includes(secret))).toEqual([])
  })

  test('works neither for a disabled account nor for an erased person', async () => {
    const path = await subscribe()
    const setDisabled = (isDisabled: boolean) =>
      database.db.update(accounts).set({ isDisabled }).where(eq(accounts.id, noor.id))
    await setDisabled(true)
    await isUnknown(path)
    await setDisabled(false)
    await read(path)
    await setDisabled(true)
    await erasePerson(testContext(database.db, testPerson('admin')), noor.email)
    expect(await database.db.select().from(calendars)).toEqual([])
  })

  test('is one of at most 50, of services that are one visible line', async () => {
    for (let index = 0; index < 50; index++) await subscribe(`service ${index}`)
    await expect(subscribe('one more')).rejects.toMatchObject({ code: 'conflict', message: /50 calendars/ })
    await subscribe('service 7')
    expect(NewCalendar.safeParse({ service: 'dns\nMETHOD:REQUEST' }).success).toBe(false)
  })
})
