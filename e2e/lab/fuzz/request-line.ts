/** A request to be sent. */
export type SentRequest = {
  readonly method: string
  /** Path with its query. */
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  /** Null for none. */
  readonly body: string | null
}

/** The path of a template with its parameters, and the query; `extra` is appended unchanged. */
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

/** Lone surrogates cannot be encoded: they are sent as the replacement character. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

const secret = new Set(['cookie', 'authorization'])

/** The request as a shell line, with a placeholder for the credential. */
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

export type SentResponse = { readonly status: number; readonly headers: Headers; readonly text: string }

export async function sendRequest(baseUrl: string, { method, address, headers, body }: SentRequest) {
  const response = await fetch(`${baseUrl}${address}`, { method, headers, body, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
