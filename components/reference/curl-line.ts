import type { OperationView, Parameter } from './read-operation.ts'

/** Quotes with single quotes, in which a POSIX shell expands nothing. */
const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Quotes a header; with double quotes if its value ends in a shell variable, such as $TOKEN. */
const quoteHeader = ([name, value]: readonly [string, string]) =>
  /^[\w ]*\$[A-Z]+$/.test(value) ? `"${name}: ${value}"` : quote(`${name}: ${value}`)

/** Formats a request as a multi-line curl command. */
export function formatCurlCommand(origin: string, { method, path, query, headers, body }: ExampleRequest): string {
  const asQuery = query.length > 0 ? '-G ' : ''
  const verb = method === 'GET' ? asQuery : `-X ${method} `
  return [
    `curl -sS ${verb}${quote(origin + path)}`,
    ...query.map((pair) => `--data-urlencode ${quote(pair.join('='))}`),
    ...headers.map((header) => `-H ${quoteHeader(header)}`),
    ...(body === null ? [] : [`-d ${quote(body)}`]),
  ].join(' \\\n  ')
}

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
  const examplesIn = (wanted: Parameter['place']) =>
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
