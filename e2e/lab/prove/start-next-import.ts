import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { type MeasuredKind, writeImportFile } from '#e2e/lab/bench/import/import-files.ts'
import { type OwnServer, withOwnServer } from '#e2e/support/own-server.ts'
import { waitUntil } from '#e2e/support/wait-until.ts'
import { type Claim, toVerdict } from './claim.ts'

/** Milliseconds within which an import begins. */
const mostWait = 10_000

type Progress = { readonly status: string; readonly waited: number }
type ImportRun = { readonly own: OwnServer; readonly dataDir: string; readonly rows: number }

export const startNextImport: Claim = {
  name: 'start-next-import',
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
        waits.push((await until(run, second, ({ status }) => status === 'done')).waited)
        const figure = `${rows.toLocaleString('en')} changes, then as many incidents: they began after ${waits.map(seconds).join(' and ')}, while ${undecided.toLocaleString('en')} changes awaited a decision`
        return toVerdict(figure, [], undecided > 0 && Math.max(...waits) <= mostWait)
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
      `select status, extract(epoch from started_at - created_at)::float8 * 1000 as waited
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
