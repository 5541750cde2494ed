import * as fc from 'fast-check'
import { editBothSides } from '../trackers/edit-both-sides.ts'
import { fakes } from '../trackers/fakes.ts'
import { randomSteps } from '../trackers/random-steps.ts'
import type { Claim } from './claim.ts'

const kinds = Object.keys(fakes) as (keyof typeof fakes)[]
const interleavings = 10_000

export const agreeWithTrackers: Claim = {
  name: 'agree-with-trackers',
  claim:
    'an action and its issue in Jira, GitHub and GitLab are equal after any interleaving of edits on both sides, lost responses included, with at most two writes for an edit',
  async prove(_ground, { isQuick }) {
    const count = isQuick ? interleavings / 10 : interleavings
    const seed = Date.now() % 2 ** 31
    const faults: string[] = []
    const sum = { edits: 0, writes: 0, failed: 0 }
    for (const kind of kinds) {
      for (const steps of fc.sample(randomSteps, { numRuns: count, seed })) {
        const { edits, writes, failed, differences } = await editBothSides(fakes[kind](), steps)
        sum.edits += edits
        sum.writes += writes
        sum.failed += failed
        const problems = [
          ...differences,
          ...(writes > 2 * (edits + failed) ? [`${writes} writes, ${edits} edits`] : []),
        ]
        for (const problem of problems) faults.push(`${kind}, seed ${seed}: ${problem} after ${JSON.stringify(steps)}`)
      }
    }
    const total = (count * kinds.length).toLocaleString('en')
    return {
      figure: `${total} interleavings of ${sum.edits.toLocaleString('en')} edits, ${sum.writes.toLocaleString('en')} writes, ${sum.failed.toLocaleString('en')} of them lost or rejected; ${faults.length} faults`,
      isProven: faults.length === 0,
      faults,
    }
  },
}
