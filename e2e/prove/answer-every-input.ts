import { fuzzOwnServer } from '../fuzz/fuzz-own-server.ts'
import { withOwnServer } from '../own-server.ts'
import type { Claim } from './claim.ts'

export const answerEveryInput: Claim = {
  name: 'answer-every-input',
  claim: 'No input to the API causes a 5xx; every response fits the description; responses agree with each other',
  async prove(ground, { isQuick }) {
    const count = isQuick ? 2_000 : 20_000
    const seed = Date.now() % 2 ** 31
    const { requests, faults, replayed, kept } = await withOwnServer(
      ground,
      (own) => fuzzOwnServer(own, { count, seed, isKeeping: true }),
      // A job would write between two answers that must agree.
      { HINDSIGHT_JOBS: 'off' },
    )
    return {
      figure: `${requests.toLocaleString('en')} requests (seed ${seed}) after ${replayed} kept cases, ${faults.length} faults, ${kept} of them kept`,
      isProven: faults.length === 0 && requests >= count,
      faults,
    }
  },
}
