import type { ApiOperation } from './open-api.ts'

export type HeaderMap = Readonly<Record<string, string>>

/** Headers that authenticate a caller, by the name of the security scheme. */
export type Callers = Readonly<Record<string, HeaderMap>>

/** The headers of the first caller with access; none for a public operation. */
export const chooseCaller = ({ security: [first] }: ApiOperation, callers: Callers): HeaderMap =>
  (first && callers[first]) || {}

/** A request to be sent. */
export type SentRequest = {
  readonly method: string
  /** Path with its query. */
  readonly url: string
  readonly headers: HeaderMap
  /** Null for none. */
  readonly body: string | null
}

/** The path of a template with its parameters, and the query; `extra` is appended unchanged. */
export function buildPath(
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

/** Encodes a text; lone surrogates, which cannot be encoded, become the replacement character. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

const secret = new Set(['cookie', 'authorization'])

/** The request as a shell line, with a placeholder for the credential. */
export function curlLine(baseUrl: string, { method, url, headers, body }: SentRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  const parts = Object.entries(headers).map(
    ([name, value]) => `-H ${quoted(`${name}: ${secret.has(name) ? '…' : value}`)}`,
  )
  const data = body === null ? [] : [`--data-raw ${quoted(body)}`]
  return ['curl -i', `-X ${method}`, ...parts, ...data, quoted(`${baseUrl}${url}`)].join(' ')
}

export type SentResponse = { readonly status: number; readonly headers: Headers; readonly text: string }

/** Sends a request over a connection of its own: the service may close one that waits while this machine is busy. */
export async function sendRequest(baseUrl: string, { method, url, headers, body }: SentRequest): Promise<SentResponse> {
  const init = { method, headers: { ...headers, connection: 'close' }, body, redirect: 'manual' } as const
  const response = await fetch(`${baseUrl}${url}`, init).catch((error) => {
    throw new Error(`${method} ${url} got no response: ${error.cause ?? error}`)
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
