import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeImportFile } from '#e2e/lab/bench/import/import-files.ts'
import { withOwnServer } from '#e2e/own-server.ts'
import { createDatabase } from '#server/platform/db/client.ts'
import type { Claim } from './claim.ts'

/** Milliseconds within which an import begins. */
const maxWaitMs = 10_000
const kinds = ['changes', 'incidents'] as const

export const startNextImport: Claim = {
  name: 'start-next-import',
  claim: 'An import begins within 10 s, although the policy still decides on the many changes of the one before',
  prove: (ground, { isQuick }) =>
    withOwnServer(
      ground,
      async ({ server, tokens, databaseUrl }) => {
        const rows = isQuick ? 10_000 : 100_000
        const { pool } = createDatabase(databaseUrl, { poolSize: 1 })
        const headers = { authorization: `Bearer ${tokens.itsm.write}`, 'content-type': 'text/csv' }
        const waits: number[] = []
        let undecided = 0
        try {
          for (const kind of kinds) {
            const path = join(ground.dataDir, `${kind}.csv`)
            await writeImportFile(path, kind, 'csv', rows)
            const url = `${server.baseUrl}/api/itsm/v1/imports?kind=${kind}`
            const sent = await fetch(url, { method: 'POST', headers, body: await readFile(path) })
            if (sent.status !== 202) throw new Error(`The import was answered with ${sent.status}.`)
            const { rows: open } = await pool.query(`select count(*)::int as n from changes
              where number like 'CHG0%' and not exists (select from policy_decisions where change_number = number)`)
            undecided = open[0].n
            for (let status = 'queued'; status !== 'done'; await sleep(50)) {
              const { rows: found } = await pool.query(
                `select status, extract(epoch from started_at - created_at)::float8 * 1000 as waited
                 from imports where kind = $1`,
                [kind],
              )
              status = found[0].status
              if (status === 'done') waits.push(found[0].waited)
              else if (status !== 'queued' && status !== 'running') throw new Error(`The import is ${status}.`)
            }
          }
        } finally {
          await pool.end()
        }
        const longest = Math.max(...waits)
        return {
          figure: `${rows.toLocaleString('en')} changes, then as many incidents: they began after ${waits.map((wait) => `${(wait / 1000).toFixed(1)} s`).join(' and ')}, while ${undecided.toLocaleString('en')} changes awaited a decision`,
          isProven: longest <= maxWaitMs && undecided > 0,
        }
      },
      { HINDSIGHT_JOBS: 'on' },
    ),
}
