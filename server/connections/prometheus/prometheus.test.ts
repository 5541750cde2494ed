import { expect, test } from 'vitest'
import { addReading, putMeasures } from '#server/changes/measures.ts'
import { getChange } from '#server/changes/queries.ts'
import type { OpenConnection } from '#server/connections/connector.ts'
import { noRemarks } from '#server/import/targets/target.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import type { Outgoing } from '#server/platform/outgoing/outgoing.ts'
import { createContext, insertOwed } from '#server/reviews/testing.ts'
import { changes } from '#server/schema/changes.ts'
import { connections } from '#server/schema/connections.ts'
import { reviews } from '#server/schema/reviews.ts'
import { prometheusConnector } from './prometheus.ts'

const database = provideTestDatabase({ empty: [reviews, changes, connections] })
const at = '2026-03-01T00:00:00.000Z'
const times = { createdAt: at, updatedAt: at, updatedBy: 'test' }
const options = { interval_minutes: 60, requests_per_minute: 600 }
const series = (...values: string[]) => ({
  resultType: 'vector',
  result: values.map((value) => ({ metric: {}, value: [1_772_323_200, value] })),
})
const answers: Readonly<Record<string, object>> = {
  'vector(1)': series('1'),
  latency: series('205.5'),
  ratio: { resultType: 'scalar', result: [1_772_323_200, '0.25'] },
  nothing: series(),
  nan: series('NaN'),
  many: series('1', '2'),
}

/** Answers as the API of Prometheus does. */
const outgoing: Outgoing = {
  requests: 0,
  async send({ url, headers }) {
    const { pathname, searchParams } = new URL(url)
    const data = answers[searchParams.get('query') ?? '']
    const isKnown = pathname === '/prom/api/v1/query' && headers?.authorization === 'Bearer hush' && data
    const body = isKnown
      ? { status: 'success', data }
      : { status: 'error', errorType: 'bad_data', error: 'parse error' }
    return { status: isKnown ? 200 : 400, headers: {}, body: Buffer.from(JSON.stringify(body)) }
  },
  async close() {},
}

async function connect(id: string): Promise<OpenConnection> {
  const [row] = await database.db
    .insert(connections)
    .values({ id, kind: 'prometheus', name: id, url: 'https://prometheus.example.org/prom/', options, ...times })
    .returning()
  if (!row) throw new Error('The connection is missing.')
  return { ...row, secrets: { secret: 'hush' } }
}

function run(connection: OpenConnection, now: string) {
  const ctx = createContext(database.db, undefined, now)
  const more = { outgoing, signal: new AbortController().signal, remarks: noRemarks, count() {} }
  return prometheusConnector.run({ ...ctx, ...more }, connection)
}

async function state(number: string, queries: readonly (string | null)[], actualEnd: string | null = null) {
  await insertOwed(database.db, number, {}, { actualEnd })
  const other = { unit: null, better: 'lower', baseline: null, target: 1, abort_if: null } as const
  const measures = queries.map((query, index) => ({ ...other, name: `Measure ${index}`, query }))
  return putMeasures(createContext(database.db), number, { measures })
}
const readValues = async (number: string) =>
  (await getChange(createContext(database.db), number)).measures.map(({ readings }) =>
    readings.map(({ value, source }) => [value, source]),
  )

test('measures with a query are read, each to one value, and a faulty query does not hold up the others', async () => {
  const connection = await connect('Main')
  const main = (value: number | null) => [[value, 'Prometheus “Main”']]
  await state('CHG1', ['many', 'latency', 'ratio', 'nothing'])
  await state('CHG2', [null, 'nan', 'wrong('])
  await expect(run(connection, '2026-03-01T08:00:00.000Z')).rejects.toThrow('many has 2 series')
  expect(await readValues('CHG1')).toEqual([[], main(205.5), main(0.25), main(null)])
  expect(await readValues('CHG2')).toEqual([[], main(null), []])
})

test('a measure is read daily, at once after the work, and no longer than a month later', async () => {
  const connection = await connect('Main')
  await connect('Second')
  const { measures } = await state('CHG1', ['latency'], '2026-03-03T10:00:00.000Z')
  const byHand = { value: 1, taken_at: '2026-03-01T07:00:00.000Z', source: 'Ines' }
  await addReading(createContext(database.db), { number: 'CHG1', id: measures[0]?.id ?? '' }, byHand)
  const counts: number[] = []
  for (const now of ['01T08:00', '02T07:59', '02T08:00', '03T10:00', '03T11:00', '04T10:00'].map(
    (time) => `2026-03-${time}:00.000Z`,
  )) {
    await run(connection, now)
    counts.push((await readValues('CHG1'))[0]?.length ?? 0)
  }
  expect(counts).toEqual([2, 2, 3, 4, 4, 5])
  await run(connection, '2026-04-03T10:00:00.000Z')
  expect((await readValues('CHG1'))[0]).toHaveLength(5)
})

test('a measure is read once more when the result is looked at again', async () => {
  const connection = await connect('Main')
  await state('CHG1', ['latency'], '2026-03-03T10:00:00.000Z')
  await database.db.update(reviews).set({ status: 'completed', completedAt: at, secondLookOn: '2026-06-01' })
  for (const day of ['05-31', '06-01', '06-01', '07-01']) await run(connection, `2026-${day}T10:00:00.000Z`)
  expect((await getChange(createContext(database.db), 'CHG1')).measures[0]?.readings).toMatchObject([
    { taken_at: '2026-06-01T10:00:00.000Z' },
  ])
})

test('only the oldest connection reads, and a check says what is wrong', async () => {
  const first = await connect('First')
  const second = await connect('Second')
  await state('CHG1', ['latency'])
  await run(second, '2026-03-01T08:00:00.000Z')
  expect(await readValues('CHG1')).toEqual([[]])
  const ctx = {
    ...createContext(database.db),
    outgoing,
    signal: new AbortController().signal,
    remarks: noRemarks,
    count() {},
  }
  expect(await prometheusConnector.check(ctx, first)).toMatchObject([{ status: 'ok' }])
  const refused = await prometheusConnector.check(ctx, { ...first, secrets: {} })
  expect(refused).toMatchObject([{ status: 'failed', advice: 'Check the URL and the token.' }])
})
