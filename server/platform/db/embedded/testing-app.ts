/**
 * An application process for the tests. It uses the server of a folder, reports events as JSON lines and runs commands
 * from its input: `write N` rows one after the other, `count`, `stop`.
 */
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Pool } from 'pg'
import { describeError } from '#server/platform/describe-error.ts'
import { startEmbeddedPostgres } from './start.ts'

const [dataDir = '', durable] = process.argv.slice(2)
// Written at once: `kill -9` loses what a stream still holds.
const report = (event: string, more: Record<string, unknown> = {}) =>
  writeSync(1, `${JSON.stringify({ event, ...more })}\n`)

process.on('SIGINT', () => report('interrupted'))

try {
  const log = (message: string) => report('log', { message })
  const server = await startEmbeddedPostgres({ dataDir, isDurable: durable === 'durable', log })
  const pool = new Pool({ connectionString: server.url, max: 2 })
  pool.on('error', () => {})
  await pool.query('create table if not exists written (n int, by int)').catch(() => {})
  report('up', { isLaunched: server.isLaunched, url: server.url })

  const write = async (count: number) => {
    for (let n = 1; n <= count; ) {
      const isWritten = await pool.query('insert into written values ($1, $2)', [n, process.pid]).then(
        () => true,
        () => false,
      )
      if (isWritten) report('written', { n: n++ })
      else await new Promise((resolve) => setTimeout(resolve, 20))
    }
    report('done')
  }
  for await (const line of createInterface(process.stdin)) {
    if (line.startsWith('write ')) void write(Number(line.slice(6)))
    if (line === 'count') {
      const { rows } = await pool.query('select count(*)::int as count from written')
      report('counted', { count: rows[0].count })
    }
    if (line === 'stop') break
  }
  await pool.end()
  report('stopped', { result: await server.stop() })
  process.stdin.destroy()
} catch (error) {
  report('failed', { message: describeError(error) })
  process.exit(1)
}
