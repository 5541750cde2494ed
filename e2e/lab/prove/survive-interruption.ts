import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withOwnDatabase } from '#e2e/own-server.ts'
import type { Claim } from './claim.ts'
import { interruptBackup, interruptRestore } from './interruption/backup.ts'
import { interruptCompletion } from './interruption/completion.ts'
import { interruptImport } from './interruption/import.ts'
import type { Found } from './interruption/interrupt.ts'
import { interruptMigration } from './interruption/migration.ts'

export const surviveInterruption: Claim = {
  name: 'survive-interruption',
  claim:
    'A migration, import, backup, restore or completion of a review, killed midway, is all or nothing and can be repeated',
  async prove(ground, { isQuick }) {
    const times = isQuick ? 2 : 20
    const folder = mkdtempSync(join(tmpdir(), 'hindsight-interrupted-'))
    try {
      const found: Found[] = [await interruptMigration(ground, times)]
      await withOwnDatabase(ground, async (url, db, pool) => {
        const target = { url, db, pool }
        found.push(await interruptImport(target, folder, times))
        found.push(await interruptBackup(target, folder, times))
        found.push(await interruptRestore(ground, target, folder, times))
      })
      found.push(await interruptCompletion(ground, times))
      const faults = found.flatMap((one) => one.faults)
      return {
        figure: `killed at work: ${found.map(({ what, kills }) => `${kills} ${what}`).join(', ')}; ${faults.length} faults`,
        isProven: faults.length === 0 && found.every(({ kills }) => kills === times),
        faults,
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
