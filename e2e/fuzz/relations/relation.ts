import type * as fc from 'fast-check'
import type { Ask } from '../ask.ts'
import type { OpenApi } from '../open-api.ts'
import type { KnownValues } from '../valid-values.ts'
import type { List } from './lists.ts'

export type RelationGround = {
  readonly api: OpenApi
  readonly known: KnownValues
  readonly lists: readonly List[]
  /** Headers of a new session of the first demo account of a role. */
  sessionOf(role: string): Promise<Readonly<Record<string, string>>>
}

/** Something that holds between several answers, whatever each of them says. */
export type Relation = {
  readonly name: string
  /** Whether it writes; what only reads must find the same from one request to the next. */
  readonly isWriting: boolean
  /** What it is tried with: plain JSON, so that a case can be kept. */
  inputs(ground: RelationGround): fc.Arbitrary<unknown>
  /** What does not hold for an input; null when all is well. */
  faultOf(ask: Ask, input: unknown, ground: RelationGround): Promise<string | null>
}

type Definition<Input> = {
  readonly name: string
  readonly isWriting?: boolean
  readonly inputs: (ground: RelationGround) => fc.Arbitrary<Input>
  readonly faultOf: (ask: Ask, input: Input, ground: RelationGround) => Promise<string | null>
}

/** Declares a relation; what it is tried with is always what its own `inputs` made. */
export const relation = <Input>(definition: Definition<Input>): Relation => ({
  isWriting: false,
  ...(definition as Definition<unknown>),
})
