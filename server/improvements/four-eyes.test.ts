import { expect } from 'vitest'
import { actionParts } from '#lib/domain/four-eyes/action-four-eyes.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { actionDoors } from '#server/reviews/four-eyes/testing/doors-of-action.ts'
import type { DoorName, Scene } from '#server/reviews/four-eyes/testing/histories.ts'
import { expectToFind, findBreach, removeClause, test } from '#server/reviews/four-eyes/testing/play.ts'

test('whatever people, tokens, imports and a tracker do, nobody verifies an action in which they took part', async ({
  world,
}) => {
  const names = Object.keys(actionDoors) as DoorName[]
  expect(await findBreach(world, { runs: runs(5), seed: 1, doors: names })).toBeNull()
})

test('nobody verifies an action whose issue somebody unknown closed without stating who that was', async ({
  world,
}) => {
  const beginning = [
    ['noor', 'link_issue'],
    ['noor', 'close_issue', { choice: 2 }],
  ] as const
  const search = { beginning, cast: ['noor', 'henrike', 'paolo'], doors: ['verify_action'], isParallel: false } as const
  expect(await findBreach(world, { ...search, runs: runs(5), seed: 1 })).toBeNull()
})

/**
 * Scenes in which histories find that a part is missing: who takes it first. Then everybody tries to verify the action.
 */
const scenes: Readonly<Record<keyof typeof actionParts, Partial<Scene>>> = {
  owned: {
    beginning: [
      ['noor', 'own_action', { whom: 'henrike' }],
      ['paolo', 'do_action'],
    ],
    doors: ['verify_action'],
  },
  // With the evidence that somebody else wrote.
  did: {
    beginning: [
      ['paolo', 'do_action'],
      ['paolo', 'recheck_action'],
      ['henrike', 'do_action'],
    ],
    doors: ['verify_action'],
  },
  evidenced: {
    beginning: [
      ['noor', 'do_action'],
      ['henrike', 'write_evidence'],
    ],
    doors: ['verify_action'],
  },
  closed: {
    beginning: [
      ['noor', 'link_issue'],
      ['noor', 'close_issue', { whom: 'henrike' }],
    ],
    doors: ['verify_action'],
  },
  linked: {
    beginning: [
      ['noor', 'link_issue'],
      ['paolo', 'do_action'],
    ],
    doors: ['verify_action'],
  },
  imported: {
    beginning: [
      ['henrike', 'import_action'],
      ['paolo', 'do_action'],
    ],
    doors: ['verify_action'],
  },
}

const verifying = {
  change: { implementer: 'callum' },
  doors: ['verify_action'],
  sees: 'who took part in it, verified the action',
} as const

test.for(Object.entries(scenes))('histories find that the part “%s” is missing', ([kind, scene], { world }) =>
  expectToFind(world, () => removeClause(actionParts, kind), { ...scene, ...verifying }),
)
