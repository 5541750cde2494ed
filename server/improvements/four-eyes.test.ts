import { expect } from 'vitest'
import { actionParts } from '#lib/domain/four-eyes/action-four-eyes.ts'
import { runs } from '#server/platform/testing-runs.ts'
import type { Source } from '#server/reviews/four-eyes/testing/histories.ts'
import { actionOperationNames } from '#server/reviews/four-eyes/testing/operations.ts'
import { expectToFind, findViolation, removeClause, test } from '#server/reviews/four-eyes/testing/run-history.ts'

test('whatever people, tokens, imports and a tracker do, nobody verifies an action in which they took part', async ({
  fixture,
}) => {
  expect(await findViolation(fixture, { runs: runs(5), seed: 1, operations: actionOperationNames })).toBeNull()
})

test('nobody verifies an action whose issue somebody unknown closed without stating who that was', async ({
  fixture,
}) => {
  const beginning = [
    ['noor', 'link_issue'],
    ['noor', 'close_issue', { choice: 2 }],
  ] as const
  const search = {
    beginning,
    people: ['noor', 'henrike', 'paolo'],
    operations: ['verify_action'],
    isParallel: false,
  } as const
  expect(await findViolation(fixture, { ...search, runs: runs(5), seed: 1 })).toBeNull()
})

/**
 * Sources in which histories find that a part is missing: who takes it first. Then everybody tries to verify the action.
 */
const sources: Readonly<Record<keyof typeof actionParts, Partial<Source>>> = {
  owned: {
    beginning: [
      ['noor', 'own_action', { whom: 'henrike' }],
      ['paolo', 'do_action'],
    ],
    operations: ['verify_action'],
  },
  // With the evidence that somebody else wrote.
  did: {
    beginning: [
      ['paolo', 'do_action'],
      ['paolo', 'recheck_action'],
      ['henrike', 'do_action'],
    ],
    operations: ['verify_action'],
  },
  evidenced: {
    beginning: [
      ['noor', 'do_action'],
      ['henrike', 'write_evidence'],
    ],
    operations: ['verify_action'],
  },
  closed: {
    beginning: [
      ['noor', 'link_issue'],
      ['noor', 'close_issue', { whom: 'henrike' }],
    ],
    operations: ['verify_action'],
  },
  linked: {
    beginning: [
      ['noor', 'link_issue'],
      ['paolo', 'do_action'],
    ],
    operations: ['verify_action'],
  },
  imported: {
    beginning: [
      ['henrike', 'import_action'],
      ['paolo', 'do_action'],
    ],
    operations: ['verify_action'],
  },
}

const verifying = {
  change: { implementer: 'callum' },
  operations: ['verify_action'],
  sees: 'who took part in it, verified the action',
} as const

test.for(Object.entries(sources))('histories find that the part “%s” is missing', ([kind, source], { fixture }) =>
  expectToFind(fixture, () => removeClause(actionParts, kind), { ...source, ...verifying }),
)
