import { afterAll, beforeAll, expect, it } from 'vitest'
import { asAppError } from '#server/http/error-answer.ts'
import { createDatabase } from './client.ts'
import { databaseErrorCode } from './error-code.ts'
import { queryPipelined, waitingInPipelines } from './pipeline.ts'
import { createTestDatabase, type TestDatabase } from './testing.ts'
import { type DatabaseProxy, startDatabaseProxy } from './testing-proxy.ts'

type Pool = TestDatabase['pool']

const [readers, rounds, writers] = [24, 60, 3]
/** Milliseconds of a pause between two disturbances, and of a freeze. */
const pause = 40

let database: TestDatabase
let proxy: DatabaseProxy
beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await startDatabaseProxy(database.url)
  await database.pool.query(`create table counted as select id, 0 as value from generate_series(1, ${writers}) id`)
})
afterAll(async () => {
  await proxy.close()
  await database.drop()
})

/** A process of the application, as far as the database sees it. */
function openProcess(): Pool {
  const { pool } = createDatabase(proxy.url, { poolSize: 8, statementTimeout: 2_000 })
  pool.on('error', () => {})
  return pool
}

const ask = async (pool: Pool, text: string, values: unknown[], name?: string) => {
  const { result } = await queryPipelined(pool, { text, values, rowMode: 'array', ...(name && { name }) })
  return result.rows
}

/** Numbers that look drawn at random, and are the same in each run. */
function drawn(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

/** What a failure would be answered with; it must say that the database could not be reached, or not in time. */
const told = (error: unknown) => asAppError(error).code
const disturbed = ['unavailable', 'upstream_timeout']

/** Asks for its own numbers and texts, long ones among them. Gives what it was answered that it should not have been. */
async function read(pool: Pool, reader: number): Promise<string[]> {
  const next = drawn(reader + 1)
  const faults: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const [number, length] = [reader * rounds + round, next(20) === 0 ? 100_000 : next(50)]
    const isWrong = next(10) === 0
    const text = isWrong ? 'select $1::int / 0, $2::text' : `select $1::int, repeat($2, ${length})`
    try {
      const rows = await ask(
        pool,
        text,
        [number, `${number},`],
        next(2) === 0 ? `read ${isWrong} ${length}` : undefined,
      )
      const isOwn = rows.length === 1 && rows[0]?.[0] === number && rows[0]?.[1] === `${number},`.repeat(length)
      if (isWrong || !isOwn)
        faults.push(`${reader} asked for ${number} and was given ${JSON.stringify(rows).slice(0, 80)}`)
    } catch (error) {
      const isOwn = isWrong && databaseErrorCode(error) === '22012'
      if (!isOwn && !disturbed.includes(told(error))) faults.push(`${reader} was told ${told(error)}: ${error}`)
    }
  }
  return faults
}

/** Counts up, and looks each time, here and in another process, for what was acknowledged. Gives what was not to be seen. */
async function write(here: Pool, there: Pool, id: number): Promise<string[]> {
  const faults: string[] = []
  let [least, most] = [0, 0]
  for (let round = 0; round < rounds; round += 1) {
    most += 1
    try {
      const { rows } = await here.query('update counted set value = value + 1 where id = $1 returning value', [id])
      least = rows[0].value
      most = least
    } catch (error) {
      if (!disturbed.includes(told(error))) faults.push(`the write was told ${told(error)}: ${error}`)
    }
    for (const pool of [here, there]) {
      const seen = await ask(pool, 'select value from counted where id = $1', [id], 'counter').catch((error) => {
        if (!disturbed.includes(told(error))) faults.push(`the look was told ${told(error)}: ${error}`)
        return undefined
      })
      const value = seen?.[0]?.[0] as number | undefined
      if (seen && (value === undefined || value < least || value > most)) {
        faults.push(`saw ${value} after ${least} was acknowledged and ${most} asked for`)
      }
    }
  }
  return faults
}

/** Ends sessions, cancels statements, forgets what is prepared and freezes the network, in turn, until it is told to end. */
function disturb(pools: readonly Pool[]): { end(): Promise<number> } {
  const next = drawn(7)
  const others = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state = 'active'`
  let [times, isOver] = [0, false]
  const sleep = () => new Promise((resolve) => setTimeout(resolve, pause))
  const kinds = [
    () => database.pool.query(`select pg_terminate_backend(pid) ${others} limit 1`),
    () => database.pool.query(`select pg_cancel_backend(pid) ${others} limit 1`),
    () => pools[next(pools.length)]?.query('discard all').catch(() => {}),
    async () => {
      proxy.freeze()
      await sleep()
      proxy.thaw()
    },
  ]
  const disturbing = (async () => {
    for (; !isOver; times += 1) {
      await kinds[times % kinds.length]?.()
      await sleep()
    }
  })()
  return {
    async end() {
      isOver = true
      await disturbing
      return times
    },
  }
}

it('gives everybody the own answer, and what was acknowledged before, whatever becomes of connections', async () => {
  const pools = [openProcess(), openProcess()] as const
  const [here, there] = pools
  const disturbance = disturb(pools)
  const loads = [
    ...Array.from({ length: readers }, (_, reader) => read(here, reader)),
    ...Array.from({ length: writers }, (_, index) => write(here, there, index + 1)),
  ]
  const faults = (await Promise.all(loads)).flat()
  const times = await disturbance.end()
  expect(faults).toEqual([])
  expect(times).toBeGreaterThan(0)
  for (const pool of pools) {
    expect(waitingInPipelines(pool)).toBe(0)
    expect(pool.idleCount).toBe(pool.totalCount)
    const numbers = Array.from({ length: 100 }, (_, index) => index)
    const again = await Promise.all(numbers.map((number) => ask(pool, 'select $1::int', [number], 'again')))
    expect(again).toEqual(numbers.map((number) => [[number]]))
    await pool.end()
  }
})
