import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { auditEvents } from '#server/schema/access.ts'
import { changes } from '#server/schema/changes.ts'
import { type Found, interrupt, type Target } from './interrupt.ts'
import { isWriting, waitUntilQuiet } from './sessions.ts'

export const importedRows = 20_000

/** Kills imports into a migrated database; leaves the rows of the last one. */
export function interruptImport({ db, pool, url }: Target, folder: string, times: number): Promise<Found> {
  const file = join(folder, 'changes.csv')
  writeFileSync(file, changesFile())
  const count = async () => ({
    rows: await db.$count(changes),
    events: await db.$count(auditEvents, eq(auditEvents.entityType, 'import')),
  })
  return interrupt(times, {
    what: `imports of ${importedRows.toLocaleString('en')} rows`,
    command: {
      name: 'import',
      args: ['changes', file, '--quiet'],
      env: { DATABASE_URL: url },
      isAtWork: () => isWriting(pool),
    },
    async prepare() {
      await pool.query('truncate changes, audit_events cascade')
    },
    async check() {
      await waitUntilQuiet(pool)
      const { rows, events } = await count()
      const isNothing = rows === 0 && events === 0
      const isAll = rows === importedRows && events === 1
      return isNothing || isAll ? [] : [`a killed import left ${rows} rows and ${events} events`]
    },
    async checkWhole() {
      const { rows, events } = await count()
      return rows === importedRows && events === 1 ? [] : [`an import left ${rows} rows and ${events} events`]
    },
  })
}

function changesFile(): string {
  const lines = ['number,title,state,type,risk,affected_services,created_at,updated_at']
  for (let n = 0; n < importedRows; n += 1) {
    lines.push(`CHG${n},Change ${n},closed,normal,low,svc-${n % 100},2026-02-17T09:12:00.000Z,2026-03-01T03:00:00.000Z`)
  }
  return lines.join('\n')
}
