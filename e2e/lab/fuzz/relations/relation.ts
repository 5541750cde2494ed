import type * as fc from 'fast-check'
import type { Ask } from '#e2e/lab/fuzz/ask.ts'
import type { ApiOperation, OpenApi } from '#e2e/lab/fuzz/open-api.ts'
import type { KnownValues } from '#e2e/lab/fuzz/values.ts'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'

export type RecordRow = Readonly<Record<string, unknown>>
export type QueryValues = Readonly<Record<string, string>>

/** An operation that returns records page by page. */
export type List = {
  readonly name: string
  readonly operation: ApiOperation
  /** Maximum page size. */
  readonly maxLimit: number
  /** Fields to sort by. */
  readonly sorts: readonly string[]
  /** Fields of its filter; undefined if it has none. */
  readonly fields: FilterFields | undefined
  /** Values of its path parameters. */
  readonly paths: fc.Arbitrary<QueryValues>
  /** The first records, from which matching values are drawn. */
  readonly rows: readonly RecordRow[]
}

export type ListPlace = { readonly list: string; readonly path: QueryValues }

export type RelationGround = {
  readonly api: OpenApi
  readonly known: KnownValues
  readonly lists: readonly List[]
}

/** A rule that several responses must satisfy. */
export type Relation<Input = unknown> = {
  readonly name: string
  /** True if it writes; those that only read need unchanged data between requests. */
  readonly isWriting?: boolean
  /** Generates inputs: plain JSON, so that a case can be saved. */
  readonly inputs: (ground: RelationGround) => fc.Arbitrary<Input>
  /** Returns the fault for an input, or null. */
  readonly findFault: (ask: Ask, input: Input, ground: RelationGround) => Promise<string | null>
}

/** Declares a relation; it is only tried with values of its own `inputs`. */
export const relation = <Input>(declared: Relation<Input>): Relation => declared as Relation
