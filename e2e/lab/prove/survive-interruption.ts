import { withOwnDatabase } from '#e2e/support/own-server.ts'
import { withFolder } from '#e2e/support/resources.ts'
import { type Claim, toVerdict } from './claim.ts'
import type { Kills } from './interruption/interrupt.ts'
import {
  interruptBackup,
  interruptImport,
  interruptMigration,
  interruptRestore,
} from './interruption/interrupted-commands.ts'

export const surviveInterruption: Claim = {
  name: 'survive-interruption',
  async prove(ground, { isQuick }) {
    const times = isQuick ? 2 : 20
    return withFolder('interrupted', async (folder) => {
      const found: Kills[] = [await interruptMigration(ground, times)]
      await withOwnDatabase(ground, async (url, db, pool) => {
        const target = { url, db, pool }
        found.push(await interruptImport(target, folder, times))
        found.push(await interruptBackup(target, folder, times))
        found.push(await interruptRestore(ground, target, folder, times))
      })
      const faults = found.flatMap((one) => one.faults)
      const figure = `killed at work: ${found.map(({ what, kills }) => `${kills} ${what}`).join(', ')}; ${faults.length} faults`
      const areAllKilled = found.every(({ kills }) => kills === times)
      return toVerdict(figure, faults, areAllKilled)
    })
  },
}
