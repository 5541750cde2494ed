import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBreach } from '#e2e/four-eyes/find-breach.ts'
import type { Scene } from '#e2e/four-eyes/histories.ts'
import { openWorld, type World } from '#e2e/four-eyes/world.ts'
import type { PartKind } from '#lib/contracts/app/review-values.ts'
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

/** Where histories find that a clause is missing, and what they then see. */
type Case = Required<Pick<Scene, 'doors' | 'beginning' | 'change'>> & { readonly sees: string }

const begun = ['start', 'fill'] as const
const known = { spelling: 'address' } as const
/** A change for which nothing but its implementer requires a signature. */
const harmless = { type: 'normal', risk: 'low' } as const
/** A change that the policy has not decided on. */
const undecided = { ...known, state: 'implement' } as const

const signs = 'who took part, has signed it'
const missingParts: Readonly<Record<PartKind, Case>> = {
  implemented: { beginning: [...begun, 'submit'], doors: ['sign'], change: known, sees: signs },
  reviewed: { beginning: [...begun, 'assign', 'submit'], doors: ['sign'], change: known, sees: signs },
  submitted: { beginning: begun, doors: ['submit', 'sign'], change: known, sees: signs },
  // The record of a completed review changes: it waits for a signature then.
  completed: {
    beginning: [...begun, 'complete', 'put_kind'],
    doors: ['sign'],
    change: { ...known, ...harmless },
    sees: signs,
  },
  wrote: { beginning: [...begun, 'answer', 'submit'], doors: ['sign'], change: known, sees: signs },
  // What a token imports of a change without a review counts as the work of the admin who issued it.
  imported: { beginning: ['import_outcome', ...begun, 'submit'], doors: ['sign'], change: undecided, sees: signs },
  issued_token: { beginning: begun, doors: ['patch', 'sign'], change: known, sees: signs },
}

const alone = { beginning: begun, doors: ['complete'] } as const
const missingRequirements: Readonly<Record<keyof typeof requirements, Case>> = {
  unstated: {
    ...alone,
    change: { ...harmless, spelling: 'text' },
    sees: 'completed unsigned though nobody stated who',
  },
  reviewers_work: { ...alone, change: { ...harmless, ...known }, sees: 'completed unsigned although' },
  own_work: { ...alone, change: { ...harmless, ...known }, sees: 'completed unsigned although' },
  policy: { ...alone, change: undecided, sees: 'completed without a signature' },
  former_record: {
    beginning: begun,
    doors: ['put_kind', 'complete'],
    change: undecided,
    sees: 'completed without a signature',
  },
  former_rules: {
    beginning: begun,
    doors: ['ask_less', 'complete'],
    change: { ...undecided, type: 'normal', risk: 'high' },
    sees: 'completed without a signature',
  },
}

const seed = 7

/** Removes a clause, lets histories find that, and plays the history that did once more with the clause in its place. */
async function searchWithout(record: object, clause: string, { sees, ...scene }: Case) {
  const removed: unknown = Reflect.get(record, clause)
  Reflect.deleteProperty(record, clause)
  let breach: string | null
  try {
    breach = await findBreach(world, { ...scene, runs: 200, seed, shortens: false })
  } finally {
    Object.assign(record, { [clause]: removed })
  }
  expect(breach).toContain(sees)
  const path = /path (\d+)/.exec(breach ?? '')?.[1]
  expect(await findBreach(world, { ...scene, runs: 1, seed, path, shortens: false })).toBeNull()
}

test.each(Object.entries(missingParts))('histories find that the part “%s” is missing', { timeout }, (kind, where) =>
  searchWithout(parts, kind, where),
)

test.each(Object.entries(missingRequirements))(
  'histories find that the requirement “%s” is missing',
  { timeout },
  (reason, where) => searchWithout(requirements, reason, where),
)
