import fc from 'fast-check'
import { type Callers, createAsker } from './ask.ts'
import type { FailedCase } from './failed-cases.ts'
import { combineFilters, joinPages, readLists, reverseOrder } from './relations/lists.ts'
import { changeEtag, keepEtag } from './relations/records.ts'
import type { Relation, RelationGround } from './relations/relation.ts'

const allRelations: readonly Relation[] = [joinPages, reverseOrder, combineFilters, keepEtag, changeEtag]

type RelationFault = { readonly description: string; readonly failedCase: FailedCase }

type RelationOptions = Omit<RelationGround, 'lists'> & {
  readonly baseUrl: string
  readonly callers: Callers
  /** Number of tries of each relation; saved inputs come first. */
  readonly times: number
  readonly seed: number
  readonly savedCases: readonly FailedCase[]
}

/**
 * Tries every relation: those that only read in parallel, then those that write. Reports the smallest input for which a
 * relation does not hold.
 */
export async function checkRelations(options: RelationOptions) {
  const { baseUrl, api, callers, known } = options
  const first = createAsker(baseUrl, api, callers)
  const ground: RelationGround = { ...options, lists: await readLists(api, first.ask, known) }
  let requests = first.count()

  async function check(relation: Relation): Promise<RelationFault[]> {
    const asker = createAsker(baseUrl, api, callers)
    const examples = options.savedCases.flatMap((one): [unknown][] =>
      'relation' in one && one.relation === relation.name ? [[one.input]] : [],
    )
    const property = fc.asyncProperty(relation.inputs(ground), async (input) => {
      asker.takeTrail()
      const fault = await relation.findFault(asker.ask, input, ground)
      if (fault !== null) throw new Error(fault)
    })
    const result = await fc.check(property, { numRuns: options.times + examples.length, seed: options.seed, examples })
    requests += asker.count()
    if (!result.failed) return []
    const [input] = result.counterexample ?? []
    const message = result.errorInstance instanceof Error ? result.errorInstance.message : String(result.errorInstance)
    // The trail is of the last try; the smallest failing one may be earlier.
    asker.takeTrail()
    await relation.findFault(asker.ask, input, ground).catch(() => {})
    const lines = asker.takeTrail().map((line) => `  ${line}`)
    return [
      {
        description: [`${relation.name}: ${message}`, `  with ${JSON.stringify(input)}`, ...lines].join('\n'),
        failedCase: { relation: relation.name, input },
      },
    ]
  }

  const reading = await Promise.all(allRelations.filter(({ isWriting }) => !isWriting).map(check))
  const faults = reading.flat()
  for (const relation of allRelations.filter(({ isWriting }) => isWriting)) faults.push(...(await check(relation)))
  return { requests, faults }
}
