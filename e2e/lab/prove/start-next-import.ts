import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type MeasuredKind, writeImportFile } from '#e2e/lab/bench/import-files.ts'
import { type OwnServer, withOwnServer } from '#e2e/support/own-server.ts'
import { withFolder } from '#e2e/support/resources.ts'
import { waitUntil } from '#e2e/support/wait-until.ts'
import { type Claim, toVerdict } from './claim.ts'

/** Seconds within which an import begins. */
const mostWait = 10

export const startNextImport: Claim = {
  name: 'start-next-import',
  prove: (ground, { isQuick }) =>
    withOwnServer(
      ground,
      async (own) => {
        const rows = isQuick ? 10_000 : 100_000
        const isFirstDone = await startImport(own, 'changes', rows)
        const waits = [(await isFirstDone()).waited]
        const isSecondDone = await startImport(own, 'incidents', rows)
        const { rows: counted } = await own.pool.query(`select count(*)::int as undecided from changes
          where number like 'CHG0%' and not exists (select from policy_decisions where change_number = number)`)
        const { undecided } = counted[0]
        waits.push((await isSecondDone()).waited)
        const began = waits.map((wait) => `${wait.toFixed(1)} s`).join(' and ')
        const figure = `${rows.toLocaleString('en')} changes, then as many incidents: they began after ${began}, while ${undecided.toLocaleString('en')} changes awaited a decision`
        return toVerdict(figure, [], undecided > 0 && Math.max(...waits) <= mostWait)
      },
      { HINDSIGHT_JOBS: 'on' },
    ),
}

/** Sends a file of many records; the result waits until they are stored, and returns its seconds before it began and in all. */
export const startImport = (
  { server, tokens, pool }: OwnServer,
  kind: MeasuredKind,
  rows: number,
): Promise<() => Promise<{ readonly waited: number; readonly took: number }>> =>
  withFolder('import', async (folder) => {
    const path = join(folder, `${kind}.csv`)
    await writeImportFile(path, kind, 'csv', rows)
    const headers = { authorization: `Bearer ${tokens.itsm.write}`, 'content-type': 'text/csv' }
    const url = `${server.baseUrl}/api/itsm/v1/imports?kind=${kind}`
    const sent = await fetch(url, { method: 'POST', headers, body: await readFile(path) })
    if (sent.status !== 202) throw new Error(`The import was answered with ${sent.status}.`)
    const { id } = (await sent.json()) as { id: string }
    const query = `select status, error, extract(epoch from started_at - created_at)::float8 as waited,
      extract(epoch from finished_at - created_at)::float8 as took from imports where id = $1`
    return async () => {
      let times = { waited: 0, took: 0 }
      await waitUntil('the file is imported', async () => {
        const { status, error, ...progress } = (await pool.query(query, [id])).rows[0]
        if (!['queued', 'running', 'done'].includes(status)) throw new Error(`The import is ${status}: ${error}`)
        times = progress
        return status === 'done'
      })
      return times
    }
  })
