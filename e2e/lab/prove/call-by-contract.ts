import { runExampleOnPrism } from '#e2e/support/prism.ts'
import { type Claim, toVerdict } from './claim.ts'

export const callByContract: Claim = {
  name: 'call-by-contract',
  async prove() {
    const { lines, faults } = await runExampleOnPrism()
    return toVerdict(`${lines} results; ${faults.length} faults`, faults, lines > 3)
  },
}
