/** A request as it is sent. */
export type SentRequest = {
  readonly method: string
  /** Path with its query. */
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  /** Null for none. */
  readonly body: string | null
}

/** The path of a template with its parameters, and the query; `extra` is added as it stands. */
export function addressOf(
  template: string,
  path: Readonly<Record<string, string | undefined>>,
  query: Readonly<Record<string, string | undefined>>,
  extra = '',
): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encoded(path[name] ?? '') || '%20')
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encoded(value)}`],
  )
  const search = [...pairs, ...(extra ? [extra] : [])].join('&')
  return search ? `${filled}?${search}` : filled
}

/** Lone surrogates have no encoding of their own: they go as the replacement character. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

const secret = new Set(['cookie', 'authorization'])

/** The request as a line for the shell, its credential left to be filled in. */
export function curlLine(baseUrl: string, { method, address, headers, body }: SentRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const parts = Object.entries(headers).map(
    ([name, value]) => `-H ${quoted(`${name}: ${secret.has(name) ? '…' : value}`)}`,
  )
  return [
    'curl -i',
    `-X ${method}`,
    ...parts,
    ...(body === null ? [] : [`--data-raw ${quoted(body)}`]),
    quoted(`${baseUrl}${address}`),
  ].join(' ')
}
