import type { OutgoingRequest } from './outgoing-request.ts'

/** Single quotes, in which a POSIX shell changes nothing. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Double quotes where the value ends in a variable of the shell, such as $TOKEN. */
const quotedHeader = ([name, value]: readonly [string, string]) =>
  /^[\w ]*\$[A-Z]+$/.test(value) ? `"${name}: ${value}"` : quoted(`${name}: ${value}`)

/** A request as a curl command of several lines, to be pasted into a shell. */
export function curlLine(origin: string, { method, path, query, headers, body }: OutgoingRequest): string {
  const verb = method === 'GET' ? (query.length > 0 ? '-G ' : '') : `-X ${method} `
  return [
    `curl -sS ${verb}${quoted(origin + path)}`,
    ...query.map((pair) => `--data-urlencode ${quoted(pair.join('='))}`),
    ...headers.map((header) => `-H ${quotedHeader(header)}`),
    ...(body === null ? [] : [`-d ${quoted(body)}`]),
  ].join(' \\\n  ')
}
