import { beforeAll, expect, test } from 'vitest'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { findReview } from '#server/reviews/queries.ts'
import { createContext, insertChange, insertIncident, saveStep } from '#server/reviews/testing.ts'
import { incidents } from '#server/schema/changes.ts'
import { listCandidates } from './queries.ts'

const database = provideTestDatabase({ empty: [incidents] })
beforeAll(async () => {
  await insertChange(database.db, 'CHG-WINDOW')
})

type NewIncident = Partial<typeof incidents.$inferInsert> & { number: string }
const printer = { shortDescription: 'Printer is out of paper', priority: '4 - Low', priorityLevel: 4 }
const addIncidents = async (...rows: NewIncident[]) => {
  for (const row of rows)
    await insertIncident(database.db, row.number, null, { ...printer, affectedService: null, ...row })
}
const find = (number: string, input: { from?: string; to?: string; limit?: number; service?: string } = {}) =>
  listCandidates(createContext(database.db), number, { limit: 20, ...input })
const listNumbers = ({ result }: Awaited<ReturnType<typeof find>>) => result.map(({ incident }) => incident.number)

test('ranks by link, service and words, and lists each part of the score', async () => {
  await insertChange(database.db, 'CHG1', {
    title: 'Replace the gateway certificate',
    affectedServices: ['edge-north'],
  })
  await addIncidents(
    { number: 'A-words', shortDescription: 'Gateway refuses every certificate' },
    { number: 'A-service', affectedService: 'edge-north' },
    { number: 'A-linked', relatedChange: 'CHG1', openedAt: '2027-01-01T00:00:00.000Z' },
    { number: 'A-named', shortDescription: 'No light, says edge north' },
    { number: 'A-neither', priority: '1 - Critical', priorityLevel: 1 },
  )
  const found = await find('CHG1')
  expect(listNumbers(found)).toEqual(['A-linked', 'A-named', 'A-service', 'A-words'])
  expect(found.total_count).toBe(4)
  expect(found.window).toEqual({ from: '2026-03-01T01:05:00.000Z', to: '2026-03-08T02:55:00.000Z' })
  const [linked, named, service, words] = found.result
  expect(linked?.parts).toEqual([{ kind: 'link', points: 100, reason: 'Names this change' }])
  expect(service?.parts.map(({ reason }) => reason)).toEqual([
    'Same service, edge-north',
    '2 hours 55 minutes after the start',
  ])
  expect(words?.parts.map(({ reason }) => reason)).toEqual([
    '2 hours 55 minutes after the start',
    'Shares “gateway”, “certificate”',
  ])
  expect(named?.parts[0]?.reason).toBe('The text names edge-north')
  for (const { score, parts } of found.result) expect(score).toBe(parts.reduce((sum, part) => sum + part.points, 0))
})

test('searches by a given service where the change names none, and only there', async () => {
  await insertChange(database.db, 'CHG1B', { title: 'Renew it', affectedServices: [] })
  await insertChange(database.db, 'CHG1C', { title: 'Renew it', affectedServices: ['edge-other'] })
  await addIncidents({ number: 'A2-service', affectedService: 'edge-south' })
  expect(listNumbers(await find('CHG1B'))).toEqual([])
  expect(listNumbers(await find('CHG1B', { service: 'edge-south' }))).toEqual(['A2-service'])
  expect(listNumbers(await find('CHG1C', { service: 'edge-south' }))).toEqual([])
})

test('leaves out rejected incidents with their reasons, and marks confirmed ones', async () => {
  await insertChange(database.db, 'CHG2', { affectedServices: ['edge-two'] })
  await addIncidents(
    { number: 'B1', affectedService: 'edge-two' },
    { number: 'B2', affectedService: 'edge-two' },
    { number: 'B3', relatedChange: 'CHG2' },
  )
  const ctx = createContext(database.db)
  await startReview(ctx, 'CHG2')
  const review = await findReview(ctx, 'CHG2')
  if (!review) throw new Error('The review was not started.')
  await saveStep(ctx, review, 'incidents', {
    decisions: [
      { incident: 'B1', decision: 'confirmed', reason: '' },
      { incident: 'B2', decision: 'rejected', reason: 'A broken disk.' },
      { incident: 'B3', decision: 'rejected', reason: 'Linked by mistake.' },
    ],
  })
  const found = await find('CHG2')
  expect(found.result.map((it) => [it.incident.number, it.is_confirmed])).toEqual([['B1', true]])
  expect(found.total_count).toBe(1)
  expect(found.rejected.map((it) => [it.incident.number, it.reason])).toEqual([
    ['B3', 'Linked by mistake.'],
    ['B2', 'A broken disk.'],
  ])
})

test('does not count rejected incidents, beyond the size of the cached ranking, nor those outside the window', async () => {
  await insertChange(database.db, 'CHG7', { affectedServices: ['edge-seven'] })
  const minute = (at: number) => new Date(Date.parse('2026-03-01T02:00:00Z') + at * 60_000).toISOString()
  const number = (at: number) => `F${String(at).padStart(3, '0')}`
  await addIncidents(
    ...Array.from({ length: 150 }, (_, at) => ({
      number: number(at),
      affectedService: 'edge-seven',
      openedAt: minute(at),
    })),
    { number: 'F-early', affectedService: 'edge-seven', openedAt: '2026-01-01T00:00:00.000Z' },
    { number: 'F-other' },
  )
  const ctx = createContext(database.db)
  await startReview(ctx, 'CHG7')
  const rejects = async (...numbers: string[]) => {
    const review = await findReview(ctx, 'CHG7')
    if (!review) throw new Error('The review was not started.')
    const decisions = numbers.map((incident) => ({ incident, decision: 'rejected' as const, reason: 'No.' }))
    await saveStep(ctx, review, 'incidents', { decisions })
    const found = await find('CHG7', { limit: 2 })
    return [listNumbers(found), found.total_count, found.rejected.length]
  }
  expect(await rejects('F001', 'F-early', 'F-other')).toEqual([['F000', 'F002'], 149, 3])
  expect(await rejects(...Array.from({ length: 30 }, (_, at) => number(at)))).toEqual([['F030', 'F031'], 120, 30])
})

test('finds only incidents that name the change if its time is unknown', async () => {
  const times = { plannedStart: null, plannedEnd: null, actualStart: null, actualEnd: null }
  await insertChange(database.db, 'CHG4', { ...times, affectedServices: ['edge-four'], isStub: true })
  await addIncidents({ number: 'D1', affectedService: 'edge-four' }, { number: 'D2', relatedChange: 'CHG4' })
  const found = await find('CHG4')
  expect([listNumbers(found), found.window]).toEqual([['D2'], { from: null, to: null }])
  expect(listNumbers(await find('CHG4', { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' }))).toEqual([
    'D2',
    'D1',
  ])
})

test('accepts any words, including quotes and operators of the query language', async () => {
  const title = `It's "broken" \\ & | ! <-> :* (( ' \u0000 ${'x'.repeat(3000)}`.replace('\u0000', '')
  await insertChange(database.db, 'CHG5', {
    title,
    affectedServices: [`'; drop table incidents; --`, '', '\\', '!!!'],
    implementationPlan: { steps: ['nul \u0000 and \ud800', `${'lorem ipsum '.repeat(20_000)}`] },
  })
  await addIncidents({ number: 'E1', shortDescription: `It's "broken" \\ again`, affectedService: '\\' })
  expect(listNumbers(await find('CHG5'))).toEqual(['E1'])
})

test.each([
  ['a window that ends before it starts', { from: '2026-03-02T00:00:00Z', to: '2026-03-01T00:00:00Z' }, /^to must not/],
  ['an end before the usual start', { to: '2020-01-01T00:00:00Z' }, /^to must not/],
  ['a start after the usual end', { from: '2030-01-01T00:00:00Z' }, /^from must not/],
  ['a huge window', { from: '0001-01-01T00:00:00Z', to: '9999-12-31T00:00:00Z' }, /^to must make .* at most 366 days/],
])('rejects %s', async (_, input, message) => {
  await expect(find('CHG-WINDOW', input)).rejects.toMatchObject({
    code: 'invalid_parameter',
    message: expect.stringMatching(message),
  })
})
