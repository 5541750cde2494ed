import * as fc from 'fast-check'
import { improvementStatuses } from '#lib/contracts/improvements.ts'
import type { Step } from './edit-both-sides.ts'

const word = fc.constantFrom('Rehearse', 'Measure', 'Alert', 'Renew', 'Check twice')
const day = fc.constantFrom('2026-05-29', '2026-06-30', '2026-07-01')
const remoteStatus = fc.nat({ max: 2 })

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      on: fc.constant('local'),
      field: fc.constant('status'),
      to: fc.constantFrom(...improvementStatuses),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ on: fc.constant('local'), field: fc.constantFrom('title', 'description'), to: word }),
  },
  { weight: 1, arbitrary: fc.record({ on: fc.constant('local'), field: fc.constant('target_date'), to: day }) },
  { weight: 3, arbitrary: fc.record({ on: fc.constant('remote'), field: fc.constant('status'), to: remoteStatus }) },
  {
    weight: 1,
    arbitrary: fc.record({
      on: fc.constant('remote'),
      field: fc.constant('status'),
      to: remoteStatus,
      isDuringWrite: fc.constant(true),
    }),
  },
  { weight: 1, arbitrary: fc.record({ on: fc.constant('remote'), field: fc.constant('title'), to: word }) },
  { weight: 3, arbitrary: fc.record({ on: fc.constant('both'), losesResponse: fc.constant(false) }) },
  { weight: 1, arbitrary: fc.record({ on: fc.constant('both'), losesResponse: fc.constant(true) }) },
)

/** A random interleaving of edits on both sides and synchronisations. */
export const randomSteps = fc.array(step, { minLength: 1, maxLength: 14, size: 'max' })
