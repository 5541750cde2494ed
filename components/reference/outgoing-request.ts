import type { OperationView, ParameterPlace } from './read-operation.ts'

/** A request to be sent or shown; values are as a person writes them, not yet encoded. */
export type OutgoingRequest = {
  readonly method: string
  readonly path: string
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | null
}

type Shape = Pick<OperationView, 'method' | 'path'> & {
  readonly parameters: readonly { readonly name: string; readonly place: ParameterPlace }[]
}

type Written = {
  /** What is written for a parameter; empty leaves it out. */
  readonly valueOf: (name: string, place: ParameterPlace) => string
  readonly body: { readonly type: string; readonly text: string } | null
  /** The value of the Authorization header; null without. */
  readonly authorization: string | null
}

/** The request that an operation makes of what was written for its parameters and body. */
export function outgoingRequest({ method, path, parameters }: Shape, written: Written): OutgoingRequest {
  const pairsOf = (wanted: ParameterPlace) =>
    parameters
      .filter(({ place }) => place === wanted)
      .map(({ name }) => [name, written.valueOf(name, wanted)] as const)
      .filter(([, value]) => value !== '')
  const values = Object.fromEntries(pairsOf('path'))
  return {
    method: method.toUpperCase(),
    path: path.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
      values[name] ? encodeURIComponent(values[name]) : whole,
    ),
    query: pairsOf('query'),
    headers: [
      ...(written.authorization === null ? [] : [['Authorization', written.authorization] as const]),
      ...(written.body ? [['Content-Type', written.body.type] as const] : []),
      ...pairsOf('header'),
    ],
    body: written.body?.text ?? null,
  }
}

/** Path and query of a request, encoded. */
export function addressOf({ path, query }: OutgoingRequest): string {
  return query.length === 0 ? path : `${path}?${query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`
}
