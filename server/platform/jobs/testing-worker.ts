/**
 * A process with one job, for the tests: tells one JSON line for each event and does what it reads on its input: `send`
 * the job, `supervise` (look for jobs whose process is gone), `stop`. Told to `hold`, it never ends the job.
 */
import { createInterface } from 'node:readline'
import { createDatabase } from '#server/platform/db/client.ts'
import { runJobs } from './run-jobs.ts'

const [url = '', manner] = process.argv.slice(2)
const tell = (event: string) => process.stdout.write(`${JSON.stringify({ event })}\n`)

const { db, pool } = createDatabase(url, { poolSize: 3 })
const name = 'write-down'
const running = await runJobs(
  { db, pool },
  {
    jobs: [{ name, cron: '0 0 1 1 *', run: writeDown }],
    settings: { cronWorkerIntervalSeconds: 1 },
  },
)
tell('up')

async function writeDown(): Promise<void> {
  tell('started')
  if (manner === 'hold') await new Promise(() => {})
  await pool.query('insert into written (pid) values ($1)', [process.pid])
  tell('done')
}

for await (const line of createInterface(process.stdin)) {
  if (line === 'send') await running.boss.send(name)
  if (line === 'supervise') await running.boss.supervise()
  if (line === 'stop') break
  tell(`${line} done`)
}
await running.stop()
await pool.end()
