import { test as base, expect } from 'vitest'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createTestDatabase } from '#server/platform/db/testing.ts'
import { setRuntime } from '#server/platform/runtime/runtime.ts'
import type { Scene } from './histories.ts'
import { findBreach } from './play.ts'
import { openWorld, type World } from './world.ts'

/** A test with a world for its histories, in its own database. */
export const test = base.extend<{ world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of the fixtures from the pattern
    async ({}, use) => {
      const database = await createTestDatabase()
      setTestRuntime(database)
      const world = await openWorld(database.db)
      await use(world)
      setRuntime(undefined)
      await database.drop()
    },
    { scope: 'file' },
  ],
})

/** Scene in which histories find that a clause is missing, and the breach that they find. */
export type Planted = Scene & { readonly sees: string }

/** Five times the number of histories that the slowest search needs. */
const runs = 25

/** Removes a clause from its record. Returns a function that restores it at its place, as the first that holds counts. */
export function removeClause(record: object, clause: string): () => void {
  const whole = { ...record }
  Reflect.deleteProperty(record, clause)
  return () => {
    for (const name of Object.keys(whole)) Reflect.deleteProperty(record, name)
    Object.assign(record, whole)
  }
}

/**
 * Plants a fault, lets histories find it, and plays the history that found it again without the fault. `plant` returns
 * the function that removes it. Operations are not concurrent in these histories, so that their results do not depend
 * on timing.
 */
export async function expectToFind(world: World, plant: () => () => void, { sees, ...scene }: Planted) {
  const search = { cast: ['noor', 'henrike', 'paolo'], ...scene, seed: 7, isParallel: false, shortens: false } as const
  const repair = plant()
  let breach: string | null
  try {
    breach = await findBreach(world, { ...search, runs })
  } finally {
    repair()
  }
  expect(breach).toContain(sees)
  const path = /path (\d+)/.exec(breach ?? '')?.[1]
  expect(await findBreach(world, { ...search, runs: 1, path })).toBeNull()
}
