import { withOwnServer } from '#e2e/own-server.ts'
import { fuzzOwnServer } from '../fuzz/fuzz-own-server.ts'
import { type Claim, verdictOf } from './claim.ts'

export const handleEveryInput: Claim = {
  name: 'handle-every-input',
  claim: 'No input to the API causes a 5xx; every response fits the description; responses agree with each other',
  async prove(ground, { isQuick }) {
    const count = isQuick ? 2_000 : 20_000
    const seed = Date.now() % 2 ** 31
    const { requests, faults, replayed, savedCount } = await withOwnServer(
      ground,
      (own) => fuzzOwnServer(own, { count, seed, isKeeping: true }),
      // A job would write between two responses that must agree.
      { HINDSIGHT_JOBS: 'off' },
    )
    const figure = `${requests.toLocaleString('en')} requests (seed ${seed}) after ${replayed} saved cases, ${faults.length} faults, ${savedCount} of them saved`
    return verdictOf(figure, faults, requests >= count)
  },
}
