import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { type MeasuredKind, writeImportFile } from '#e2e/lab/bench/import/import-files.ts'
import { type OwnServer, withOwnServer } from '#e2e/support/own-server.ts'
import { waitUntil } from '#e2e/support/wait-until.ts'
import { type Claim, toVerdict } from './claim.ts'
import { callServer } from './crash/call-server.ts'

/** Milliseconds within which an import begins, the policy decides on a change, and a cancelled import has ended. */
const most = { wait: 10_000, cancellation: 5_000 }

type Progress = { readonly status: string; readonly waited: number; readonly isReading: boolean }
type ImportRun = { readonly own: OwnServer; readonly dataDir: string; readonly rows: number }

export const startNextImport: Claim = {
  name: 'start-next-import',
  claim:
    'An import begins within 10 s, although the policy still decides on the many changes of the one before; meanwhile a change gets its decision within 10 s; a cancelled import ends with its statement within 5 s',
  prove: ({ dataDir, ...world }, { isQuick }) =>
    withOwnServer(
      world,
      async (own) => {
        const rows = isQuick ? 10_000 : 100_000
        const run = { own, dataDir, rows }
        const first = await sendFile(run, 'changes')
        const waits = [(await until(run, first, ({ status }) => status === 'done')).waited]
        const second = await sendFile(run, 'incidents')
        const undecided = await countUndecided(own.pool)
        await until(run, second, ({ status }) => status !== 'queued')
        const decided = await timeDecision(run)
        waits.push((await until(run, second, ({ status }) => status === 'done')).waited)
        const cancelled = await timeCancellation(run)
        const figure = `${rows.toLocaleString('en')} changes, then as many incidents: they began after ${waits.map(seconds).join(' and ')}, while ${undecided.toLocaleString('en')} changes awaited a decision; decided after ${seconds(decided)} during the import; ended ${seconds(cancelled)} after its cancellation`
        const isInTime = Math.max(...waits, decided) <= most.wait && cancelled <= most.cancellation
        return toVerdict(figure, [], undecided > 0 && isInTime)
      },
      { HINDSIGHT_JOBS: 'on' },
    ),
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

/** Sends a file of many records and returns the id of its import. */
async function sendFile({ own, dataDir, rows }: ImportRun, kind: MeasuredKind): Promise<string> {
  const path = join(dataDir, `${kind}.csv`)
  await writeImportFile(path, kind, 'csv', rows)
  const headers = { authorization: `Bearer ${own.tokens.itsm.write}`, 'content-type': 'text/csv' }
  const url = `${own.server.baseUrl}/api/itsm/v1/imports?kind=${kind}`
  const sent = await fetch(url, { method: 'POST', headers, body: await readFile(path) })
  if (sent.status !== 202) throw new Error(`The import was answered with ${sent.status}.`)
  return ((await sent.json()) as { id: string }).id
}

/** Waits until an import is in a state. */
async function until({ own: { pool } }: ImportRun, id: string, is: (state: Progress) => boolean): Promise<Progress> {
  let state: Progress | undefined
  await waitUntil('the import is in that state', async () => {
    const { rows } = await pool.query<Progress>(
      `select status, rows > 0 as "isReading", extract(epoch from started_at - created_at)::float8 * 1000 as waited
       from imports where id = $1`,
      [id],
    )
    state = rows[0]
    if (state && is(state)) return true
    if (!state || !['queued', 'running'].includes(state.status)) throw new Error(`The import is ${state?.status}.`)
    return false
  })
  return state as Progress
}

async function countUndecided(pool: Pool): Promise<number> {
  const { rows } = await pool.query(`select count(*)::int as n from changes
    where number like 'CHG0%' and not exists (select from policy_decisions where change_number = number)`)
  return rows[0].n
}

/** Milliseconds until the policy has decided on a change that enters its review. */
async function timeDecision({ own }: ImportRun): Promise<number> {
  const headers = { authorization: `Bearer ${own.tokens.itsm.write}` }
  const body = { title: 'Written during an import', type: 'emergency', state: 'review' }
  const began = performance.now()
  const put = await callServer(own.server, { method: 'PUT', path: '/api/itsm/v1/changes/CHG9000001', headers, body })
  if (put?.status !== 201) throw new Error(`The change was answered with ${put?.status}.`)
  const isDecided = async () =>
    (await own.pool.query(`select from policy_decisions where change_number = 'CHG9000001'`)).rowCount === 1
  await waitUntil('the policy has decided', isDecided)
  return performance.now() - began
}

/** Milliseconds after the cancellation of an import that reads its file until it and its sessions have ended. */
async function timeCancellation(run: ImportRun): Promise<number> {
  const { pool, server, signInAs } = run.own
  const id = await sendFile(run, 'changes')
  await until(run, id, ({ isReading }) => isReading)
  const began = performance.now()
  const path = `/api/app/v1/imports/${id}/cancel`
  const reply = await callServer(server, { method: 'POST', path, headers: await signInAs('manager') })
  if (reply?.status !== 200) throw new Error(`The cancellation was answered with ${reply?.status}.`)
  await until(run, id, ({ status }) => status === 'cancelled')
  const sessions = `select from pg_stat_activity where application_name like 'hindsight run ${id}%'`
  await waitUntil('its sessions have ended', async () => (await pool.query(sessions)).rowCount === 0)
  return performance.now() - began
}
