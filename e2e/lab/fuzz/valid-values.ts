import * as fc from 'fast-check'
import { isChangeNumber } from '#lib/domain/change/change-number.ts'
import type { OpenApi, Operation } from './open-api.ts'
import { valuesOf } from './values.ts'

/** Identifiers of existing records, by parameter name. */
export type KnownValues = Readonly<Record<string, readonly string[]>>

export type Drawn<Value = string> = Record<string, fc.Arbitrary<Value>>

/** Texts where a schema defines only the length: identifiers of existing records, words, anything. */
const textsOf = (known: KnownValues) =>
  fc.oneof(
    fc.constantFrom(...Object.values(known).flat(), 'payments', 'upgrade'),
    fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 }),
  )

/** Stands for a path parameter of which no value is known. */
export const unknownRecord = 'no-such-record'

/** Values for path parameters that name an existing record, if one is known. */
export function pathValues(api: OpenApi, operation: Operation, known: KnownValues): Drawn {
  const path = operation.parameters.filter((parameter) => parameter.in === 'path')
  return Object.fromEntries(
    path.map(({ name, schema }) => {
      const found = known[`${operation.path}#${name}`] ?? known[name] ?? []
      const values = found.length > 0 ? found : [unknownRecord]
      const isClosed = Array.isArray(api.resolve(schema).enum)
      return [name, isClosed ? valuesOf(api, schema, textsOf(known)).map(String) : fc.constantFrom(...values)]
    }),
  )
}

/** Valid values for query parameters; optional ones are sometimes left out. */
export function queryValues(api: OpenApi, operation: Operation): Drawn<string | undefined> {
  // A saved mapping is a record, and the run knows none.
  const query = operation.parameters.filter((parameter) => parameter.in === 'query' && parameter.name !== 'mapping')
  return Object.fromEntries(
    query.map(({ name, schema, example, required }) => {
      // The years of a request for public holidays depend on each other.
      if (operation.name === 'listHolidayProposals')
        return [name, fc.constant(example === undefined ? undefined : String(example))]
      const value = valuesOf(api, schema, fc.constant(String(example ?? 'x'))).map(String)
      return [name, required === true ? value : fc.option(value, { freq: 1, nil: undefined })]
    }),
  )
}

/** Valid bodies of an operation. */
export function validBodies(api: OpenApi, { name, body }: Operation, known: KnownValues): fc.Arbitrary<unknown> {
  const { schema, example } = body ?? { schema: {}, example: null }
  const bodies = fc.oneof(fc.constant(example), valuesOf(api, schema, textsOf(known)))
  if (name === 'putIncident') return bodies.filter(isConsistentIncident)
  return name === 'updateImprovement' ? bodies.filter(isMoveOfToken) : bodies
}

/** Whether a body with a time of resolution has a state that allows it, and names one change if any. */
function isConsistentIncident(body: unknown): boolean {
  const { resolved_at = null, state, related_change = null } = body as Readonly<Record<string, unknown>>
  if (related_change !== null && !isChangeNumber(String(related_change))) return false
  return resolved_at === null || ['resolved', 'closed', 'canceled'].includes(String(state))
}

/** Whether a token may make the move: only a signed-in person sets an action to verified, and done needs evidence. */
function isMoveOfToken(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('status' in body)) return true
  if (body.status !== 'done') return body.status !== 'verified'
  return 'evidence' in body && typeof body.evidence === 'string' && body.evidence.trim() !== ''
}
