import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DoorName } from '#e2e/four-eyes/all-doors.ts'
import { actionDoors } from '#e2e/four-eyes/doors-of-action.ts'
import { findBreach } from '#e2e/four-eyes/find-breach.ts'
import { openWorld, type World } from '#e2e/four-eyes/world.ts'
import { actionParts } from '#lib/domain/action-four-eyes.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/testing.ts'
import { setRuntime } from '#server/platform/runtime/runtime.ts'

let database: TestDatabase
let world: World
beforeAll(async () => {
  database = await createTestDatabase()
  setTestRuntime(database)
  world = await openWorld(database.db)
})
afterAll(async () => {
  await world.close()
  setRuntime(undefined)
  await database.drop()
})

/** The time of a search on a busy machine. */
const timeout = 300_000

test('whatever people, tokens, imports and a tracker do, nobody verifies an action in which they took part', {
  timeout,
}, async () => {
  const names = Object.keys(actionDoors) as DoorName[]
  expect(await findBreach(world, { runs: 60, seed: 1, doors: names })).toBeNull()
})

const doors: Readonly<Record<keyof typeof actionParts, readonly DoorName[]>> = {
  owned: ['own_action', 'do_action', 'verify_action'],
  did: ['do_action', 'return_action', 'verify_action'],
  closed: ['link_issue', 'close_issue', 'reopen_issue', 'verify_action'],
  linked: ['link_issue', 'do_action', 'verify_action'],
  imported: ['do_action', 'verify_action'],
}

/** What happens first: few histories import the action before anything else rules the importer out. */
const beginnings: Readonly<Partial<Record<keyof typeof actionParts, readonly DoorName[]>>> = {
  imported: ['import_action', 'do_action'],
}

test.each(Object.keys(actionParts) as (keyof typeof actionParts)[])(
  'histories find that the part “%s” is missing',
  { timeout },
  async (kind) => {
    const part = actionParts[kind]
    Reflect.deleteProperty(actionParts, kind)
    try {
      const scene = { doors: doors[kind], beginning: beginnings[kind] }
      const breach = await findBreach(world, { ...scene, runs: 200, seed: 7, shortens: false })
      expect(breach).toContain('who took part in it, verified the action')
    } finally {
      Object.assign(actionParts, { [kind]: part })
    }
  },
)
