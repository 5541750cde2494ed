import { describe, expect, test } from 'vitest'
import type { PolicyConditions } from '#lib/contracts/app/policy.ts'
import { describeReason } from './change-words.ts'
import { noConditions } from './default-rules.ts'
import { describeAssignment, describeConditions } from './describe-policy.ts'

describe('conditions in words', () => {
  test.each<[Partial<PolicyConditions>, string[]]>([
    [{}, ['Every change']],
    [{ types: ['emergency'] }, ['Type is emergency']],
    [{ risks: ['moderate', 'high', 'very_high'] }, ['Risk is moderate, high or very high']],
    [{ close_codes: ['failed', 'backed_out'] }, ['Closed as failed or backed out']],
    [{ overrun_minutes: 0 }, ['Ended after its window']],
    [{ overrun_minutes: 90 }, ['Ended more than 1 hour 30 minutes after its window']],
    [{ incident_priority: 1 }, ['A linked incident of priority 1']],
    [{ incident_priority: 2 }, ['A linked incident of priority 1 to 2']],
    [{ services: ['payments-db', 'checkout-web'] }, ['Affects payments-db or checkout-web']],
    [{ service_count: 3 }, ['Affects at least 3 services']],
    [{ models: ['Grow a disk', 'Renew'] }, ['Made from Grow a disk or Renew']],
    [{ is_unauthorized: true }, ['Implemented without authorization']],
    [{ sample_percent: 2.5 }, ['Random sample of 2.5 % of changes that no other rule matches']],
    [
      { types: ['standard'], sample_percent: 10 },
      ['Type is standard', 'Random sample of 10 % of changes that no other rule matches'],
    ],
  ])('%j', (conditions, words) => {
    expect(describeConditions({ ...noConditions, ...conditions })).toEqual(words)
  })
})

test.each([
  [{ kind: 'nobody' }, 'Assigned to nobody'],
  [{ kind: 'service' }, 'Assigned by service'],
  [{ kind: 'person', email: 'noor@hindsight.example' }, 'Assigned to Noor Haddad'],
  [{ kind: 'person', email: 'gone@hindsight.example' }, 'Assigned to gone@hindsight.example'],
  [{ kind: 'group', group_id: 'grp_1' }, 'Assigned in turn: Databases'],
  [{ kind: 'group', group_id: 'grp_2' }, 'Assigned in turn: a deleted group'],
] as const)('%j', (assignment, words) => {
  const names = new Map([
    ['noor@hindsight.example', 'Noor Haddad'],
    ['grp_1', 'Databases'],
  ])
  expect(describeAssignment(assignment, (id) => names.get(id))).toBe(words)
})

test('a reason names its rule once', () => {
  const text = 'Normal change, risk rated moderate'
  expect(describeReason({ rule: 'Normal change', text })).toBe(text)
  expect(describeReason({ rule: 'Sample', text })).toBe(`Sample: ${text}`)
})
