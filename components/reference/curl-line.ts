import type { ExampleRequest } from './example-request.ts'

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
