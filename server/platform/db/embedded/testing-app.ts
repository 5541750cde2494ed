/**
 * An application process for the tests: uses the server of the folder it is given, tells one JSON line for each event,
 * and does what it reads on its input: `write N` rows one after the other, `count`, `stop`.
 */
import { createInterface } from 'node:readline'
import { Pool } from 'pg'
import { errorCode, errorText } from './errors.ts'
import { startEmbeddedPostgres } from './start.ts'

const [dataDir = '', durable] = process.argv.slice(2)
const tell = (event: string, more: Record<string, unknown> = {}) =>
  process.stdout.write(`${JSON.stringify({ event, ...more })}\n`)

process.on('SIGINT', () => tell('interrupted'))

try {
  const log = (message: string) => tell('log', { message })
  const server = await startEmbeddedPostgres({ dataDir, isDurable: durable === 'durable', log })
  const pool = new Pool({ connectionString: server.url, max: 2 })
  pool.on('error', () => {})
  await pool.query('create table if not exists written (n int, by int)').catch(() => {})
  tell('up', { role: server.role, url: server.url })

  const write = async (count: number) => {
    for (let n = 1; n <= count; ) {
      const isWritten = await pool.query('insert into written values ($1, $2)', [n, process.pid]).then(
        () => true,
        () => false,
      )
      if (isWritten) tell('written', { n: n++ })
      else await new Promise((resolve) => setTimeout(resolve, 20))
    }
    tell('done')
  }
  for await (const line of createInterface(process.stdin)) {
    if (line.startsWith('write ')) void write(Number(line.slice(6)))
    if (line === 'count') {
      const { rows } = await pool.query('select count(*)::int as count from written')
      tell('counted', { count: rows[0].count })
    }
    if (line === 'stop') break
  }
  await pool.end()
  tell('stopped', { result: await server.stop() })
  process.stdin.destroy()
} catch (error) {
  tell('failed', { code: errorCode(error), message: errorText(error) })
  process.exit(1)
}
