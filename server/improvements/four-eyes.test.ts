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
  const source = { beginning: ['noor link_issue', 'noor close_issue noor 2'], isParallel: false } as const
  expect(await findViolation(fixture, { ...source, runs: runs(5), seed: 1 })).toBeNull()
})

test('an account that was erased leaves its parts to the other account of the same person', async ({ fixture }) => {
  fixture.successes.clear()
  const erasing = ['vos write_evidence', 'ada erase_account vos 1', 'henrike verify_action'] as const
  const source = {
    beginning: ['noor do_action', ...erasing],
    operations: ['verify_action'],
    isParallel: false,
  } as const
  expect(await findViolation(fixture, { ...source, people: ['noor', 'henrike', 'paolo'], runs: 1, seed: 1 })).toBeNull()
  expect([...fixture.successes.keys()]).toEqual(expect.arrayContaining(['write_evidence', 'erase_account']))
})

/** Who takes a part first in the histories that find that it is missing. Then everybody tries to verify the action. */
const beginnings: Readonly<Record<keyof typeof actionParts, Source['beginning']>> = {
  owned: ['noor own_action henrike 1', 'paolo do_action'],
  // With the evidence that somebody else wrote.
  did: ['paolo do_action', 'paolo recheck_action', 'henrike do_action'],
  evidenced: ['noor do_action', 'henrike write_evidence'],
  closed: ['noor link_issue', 'noor close_issue henrike 1'],
  linked: ['noor link_issue', 'paolo do_action'],
  imported: ['henrike import_action', 'paolo do_action'],
}

const verifying = { operations: ['verify_action'], sees: 'who took part in it, verified the action' } as const

test.for(Object.entries(beginnings))('histories find that the part “%s” is missing', ([kind, beginning], { fixture }) =>
  expectToFind(fixture, () => removeClause(actionParts, kind), { ...verifying, beginning }),
)
