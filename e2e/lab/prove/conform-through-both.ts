import type { Claim } from './claim.ts'
import { runConformanceSuite } from './conformance-suite.ts'

export const conformThroughBoth: Claim = {
  name: 'conform-through-both',
  claim: 'The conformance suite passes through two processes behind one address, with alternating requests',
  async prove() {
    const { passed, faults } = await runConformanceSuite({ E2E_PROCESSES: '2' })
    return {
      figure: `${passed} tests passed, ${faults.length} failed`,
      isProven: passed > 0 && faults.length === 0,
      faults,
    }
  },
}
