import { fuzzOwnServer } from '../fuzz/fuzz-own-server.ts'
import { withOwnServer } from '../own-server.ts'
import type { Claim } from './claim.ts'

export const answerEveryInput: Claim = {
  name: 'answer-every-input',
  claim: 'No input makes a 5xx, and every answer is one that the description of the API allows',
  async prove(ground, { isQuick }) {
    const count = isQuick ? 2_000 : 20_000
    const seed = Date.now() % 2 ** 31
    const { requests, faults } = await withOwnServer(ground, (own) => fuzzOwnServer(own, { count, seed }))
    return {
      figure: `${requests.toLocaleString('en')} requests (seed ${seed}), ${faults.length} faults`,
      isProven: faults.length === 0 && requests >= count,
      faults,
    }
  },
}
