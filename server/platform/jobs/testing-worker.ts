/**
 * A test process with one job. It reports events as JSON lines and runs commands from its input: `send` the job,
 * `supervise` (look for jobs of dead processes), `stop`. With `hold` the job never ends.
 */
import { createInterface } from 'node:readline'
import { createDatabase } from '#server/platform/db/client.ts'
import { runJobs } from './run-jobs.ts'

const [url = '', manner] = process.argv.slice(2)
const report = (event: string) => process.stdout.write(`${JSON.stringify({ event })}\n`)

const { db, pool } = createDatabase(url, { poolSize: 3 })
const name = 'write-down'
const running = await runJobs(
  { db, pool },
  {
    jobs: [{ name, cron: '0 0 1 1 *', run: writeDown }],
    settings: { cronWorkerIntervalSeconds: 1 },
  },
)
report('up')

async function writeDown(): Promise<void> {
  report('started')
  if (manner === 'hold') await new Promise(() => {})
  await pool.query('insert into written (pid) values ($1)', [process.pid])
  report('done')
}

for await (const line of createInterface(process.stdin)) {
  if (line === 'send') await running.boss.send(name)
  if (line === 'supervise') await running.boss.supervise()
  if (line === 'stop') break
  report(`${line} done`)
}
await running.stop()
await pool.end()
