import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { withOwnServer } from '#e2e/support/own-server.ts'
import { type Claim, toVerdict, unless } from './claim.ts'
import { startImport } from './start-next-import.ts'

/** Maximum seconds of the import of 50,000 records and of reading them. */
const most = { import: 10, read: 20 }
const writesPerSecond = 20

type CallService = (path: string, init?: RequestInit) => Promise<Response>

export const readWhileWriting: Claim = {
  name: 'read-while-writing',
  prove: (ground, { isQuick }) =>
    withOwnServer(ground, async (own) => {
      const records = isQuick ? 1_500 : 50_000
      const authorization = `Bearer ${own.tokens.itsm.write}`
      const call: CallService = (path, { headers, ...init } = {}) =>
        fetch(new URL(path, own.server.baseUrl), {
          ...init,
          headers: { authorization, 'content-type': 'application/json', ...headers },
        })
      const isDone = await startImport(own, 'incidents', records)
      const { took: importSeconds } = await isDone()
      const { length: before } = await readEvents(call)
      const stop = startWriting(call, records)
      await sleep(1000)
      const started = performance.now()
      const numbers = await readToTheEnd(call)
      const readSeconds = (performance.now() - started) / 1000
      await sleep(2000)
      const written = await stop()
      const events = (await readEvents(call)).slice(before)
      const { length: originals } = numbers.filter((number) => /^INC\d{8}$/.test(number))
      const faults = [
        ...unless(originals === records, `${originals} of ${records} records were read`),
        ...unless(new Set(numbers).size === numbers.length, 'a record was read twice'),
        ...unless(
          isDeepStrictEqual(events.toSorted(), written.toSorted()),
          'the feed has other writes than those made',
        ),
        ...unless(isQuick || importSeconds <= most.import, `the import took more than ${most.import} s`),
        ...unless(isQuick || readSeconds <= most.read, `the reading took more than ${most.read} s`),
      ]
      const figure = `${records.toLocaleString('en')} incidents imported in ${importSeconds.toFixed(1)} s and read in ${readSeconds.toFixed(1)} s, ${written.length} writes meanwhile; ${faults.length} faults`
      return toVerdict(figure, faults)
    }),
}

/** Creates and updates incidents in turn until it is stopped; then returns the numbers that it wrote. */
function startWriting(call: CallService, records: number) {
  const writes: Promise<string>[] = []
  const write = async (turn: number) => {
    const isNew = turn % 2 === 0
    const number = isNew ? `NEW${turn}` : `INC${String((turn * 7919) % records).padStart(8, '0')}`
    const openedAt = new Date(Date.UTC(2025, 0, 1 + (turn % 300))).toISOString()
    const body = JSON.stringify(isNew ? { opened_at: openedAt } : { priority: `P1 ${turn}` })
    const { status } = await call(`/api/itsm/v1/incidents/${number}`, { method: 'PUT', body })
    if (status !== (isNew ? 201 : 200)) throw new Error(`The write of ${number} returned ${status}.`)
    return number
  }
  const timer = setInterval(() => writes.push(write(writes.length)), 1000 / writesPerSecond)
  return () => {
    clearInterval(timer)
    return Promise.all(writes)
  }
}

async function readToTheEnd(call: CallService): Promise<string[]> {
  const numbers: string[] = []
  for (let next: string | undefined = '/api/itsm/v1/incidents?limit=1000'; next !== undefined; ) {
    const response = await call(next)
    const { result } = (await response.json()) as { result: { number: string }[] }
    numbers.push(...result.map(({ number }) => number))
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return numbers
}

/** Reads events until there are none for a second, and returns the numbers that they name, in order. */
async function readEvents(call: CallService): Promise<string[]> {
  const keys: string[] = []
  for (let after = 'start'; ; ) {
    const response = await call(`/api/itsm/v1/events?after=${after}&limit=1000&wait=1`)
    const { result, next } = (await response.json()) as { result: { key: string }[]; next: string }
    if (result.length === 0) return keys
    keys.push(...result.map(({ key }) => key))
    after = next
  }
}
