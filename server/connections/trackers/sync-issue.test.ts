import fc from 'fast-check'
import { expect, test } from 'vitest'
import { trackerKinds } from '#server/connections/all-kinds.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { editBothSides, randomSteps } from './testing-edits.ts'
import { createFake } from './testing-fakes.ts'

test.each(trackerKinds)(
  'random edits on both sides of an issue in %s end equal, with at most two writes for an edit',
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(randomSteps, async (steps) => {
        const { edits, writes, failed, differences } = await editBothSides(createFake(kind), steps)
        expect(differences).toEqual([])
        expect(writes).toBeLessThanOrEqual(2 * edits + 2 * failed)
      }),
      { numRuns: runs(40) },
    )
  },
  runs(20_000),
)

test.each(trackerKinds)(
  'a text that was written to an issue in %s without a response, then taken back, is written again',
  async (kind) => {
    const description = (to: string) => ({ on: 'local', field: 'description', to }) as const
    const steps = [
      description('Rehearse'),
      { on: 'both', losesResponse: false },
      description('Measure'),
      { on: 'both', losesResponse: true },
      description('Rehearse'),
    ] as const
    expect((await editBothSides(createFake(kind), steps)).differences).toEqual([])
  },
)
