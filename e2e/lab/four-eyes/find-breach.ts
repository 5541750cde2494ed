import fc from 'fast-check'
import { doorNames } from './all-doors.ts'
import { describeHistory, type History, histories, type Scene } from './histories.ts'
import { play } from './play.ts'
import type { World } from './world.ts'

/** Milliseconds for which a shorter history is searched. */
const shorteningMs = 30_000

/** A search goes through all doors by default. */
export type Search = Partial<Scene> & {
  /** Histories to play. */
  readonly runs: number
  readonly seed: number
  /** The first history to play, as a breach names it; the first of the seed by default. */
  readonly path?: string | undefined
  /** Whether a shorter history that breaks the rule too is searched; it takes up to half a minute. */
  readonly shortens?: boolean
}

/** A history that breaks the rule, in words, with the seed and path that find it again; null if none did. */
export async function findBreach(
  world: World,
  { runs, seed, path: from = '', shortens = true, doors = doorNames, ...scene }: Search,
): Promise<string | null> {
  const property = fc.asyncProperty(histories({ doors, ...scene }), async (history) => {
    const breach = await play(world, history)
    if (breach) throw new Error(`after step ${breach.step}: ${breach.text}`)
  })
  const found = await fc.check(property, { numRuns: runs, seed, path: from, endOnFailure: true })
  if (!found.failed || found.counterexamplePath === null) return null
  const path = found.counterexamplePath
  const shorter = shortens ? await fc.check(property, { seed, path, interruptAfterTimeLimit: shorteningMs }) : found
  const { counterexample, errorInstance } = shorter.failed ? shorter : found
  const [history] = counterexample as [History]
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  return `seed ${seed}, path ${path}, ${reason}\n    ${describeHistory(history)}`
}
