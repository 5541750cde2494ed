import type * as fc from 'fast-check'
import type { Ask } from '../ask.ts'
import type { OpenApi } from '../open-api.ts'
import type { KnownValues } from '../valid-values.ts'
import type { List } from './lists.ts'

export type RelationGround = {
  readonly api: OpenApi
  readonly known: KnownValues
  readonly lists: readonly List[]
}

/** Something that must hold between several responses. */
export type Relation<Input = unknown> = {
  readonly name: string
  /** Whether it writes; those that only read need unchanged data between requests. */
  readonly isWriting?: boolean
  /** Its inputs: plain JSON, so that a case can be saved. */
  readonly inputs: (ground: RelationGround) => fc.Arbitrary<Input>
  /** What does not hold for an input, or null. */
  readonly faultOf: (ask: Ask, input: Input, ground: RelationGround) => Promise<string | null>
}

/** Declares a relation; it is only tried with values of its own `inputs`. */
export const relation = <Input>(declared: Relation<Input>): Relation => declared as Relation
