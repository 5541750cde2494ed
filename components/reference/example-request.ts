import type { OperationView, ParameterPlace } from './read-operation.ts'

/** A request of the examples; query and header values are not encoded. */
export type ExampleRequest = {
  readonly method: string
  readonly path: string
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | null
}

/** Builds the request for the examples of an operation. The token is a shell variable. */
export function createExampleRequest({ method, path, parameters, body, callers }: OperationView): ExampleRequest {
  const examplesIn = (wanted: ParameterPlace) =>
    parameters.flatMap(({ name, place, example }) => (place === wanted && example ? [[name, example] as const] : []))
  const pathValues = new Map(examplesIn('path'))
  return {
    method: method.toUpperCase(),
    path: path.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = pathValues.get(name)
      return value === undefined ? placeholder : encodeURIComponent(value)
    }),
    query: examplesIn('query'),
    headers: [
      ...(callers.some(({ kind }) => kind === 'token') ? [['Authorization', 'Bearer $TOKEN'] as const] : []),
      ...(body ? [['Content-Type', body.types[0] ?? 'application/json'] as const] : []),
    ],
    body: body && JSON.stringify(body.example, null, 2),
  }
}
