import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DoorName } from '#e2e/four-eyes/all-doors.ts'
import { findBreach } from '#e2e/four-eyes/find-breach.ts'
import { openWorld, type World } from '#e2e/four-eyes/world.ts'
import { parts, requirements } from '#lib/domain/four-eyes.ts'
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

test('whatever people, tokens, imports and connections do, nobody alone ends a review that required a signature', {
  timeout,
}, async () => {
  expect(await findBreach(world, { runs: 60, seed: 21 })).toBeNull()
})

const review: readonly DoorName[] = ['start', 'fill', 'submit', 'sign']
const alone: readonly DoorName[] = ['start', 'fill', 'complete']

type Fault = readonly [clause: string, record: Readonly<Record<string, unknown>>, doors: readonly DoorName[]]
const faults: readonly Fault[] = [
  ['implemented', parts, review],
  ['reviewed', parts, [...review, 'assign']],
  ['submitted', parts, review],
  ['wrote', parts, [...review, 'answer']],
  ['unstated', requirements, alone],
  ['reviewers_work', requirements, [...alone, 'assign']],
  ['own_work', requirements, alone],
  ['policy', requirements, alone],
  ['former_record', requirements, [...alone, 'put_kind']],
]

test.each(faults)('histories find that the clause “%s” is missing', { timeout }, async (clause, record, doors) => {
  const removed = record[clause]
  Reflect.deleteProperty(record, clause)
  try {
    expect(await findBreach(world, { runs: 200, seed: 7, doors, shortens: false })).not.toBeNull()
  } finally {
    Object.assign(record, { [clause]: removed })
  }
})
