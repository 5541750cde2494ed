import type { ApiOperation, OpenApi } from './open-api.ts'

/** Headers that authenticate a caller, by the name of the security scheme. */
export type Callers = Readonly<Record<string, Readonly<Record<string, string>>>>

export type Asked = {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Another method on the operation's path, such as HEAD. */
  readonly method?: string
}

export type Answered = SentResponse & {
  // biome-ignore lint/suspicious/noExplicitAny: a black-box test reads responses before it knows their shape
  readonly json: any
}

/** Sends a request to an operation, as a caller with access. */
export type Ask = (operation: string, asked?: Asked) => Promise<Answered>

export function createAsker(baseUrl: string, api: OpenApi, callers: Callers) {
  let trail: string[] = []
  let count = 0
  const ask: Ask = async (name, { path = {}, query = {}, headers = {}, body, method } = {}) => {
    const operation = api.operation(name)
    const text = body === undefined ? null : JSON.stringify(body)
    const request = {
      method: method ?? operation.method,
      url: buildPath(operation.path, path, query),
      headers: {
        ...chooseCaller(operation, callers),
        ...(text === null ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: text,
    }
    trail.push(curlLine(baseUrl, request))
    count += 1
    const answered = await sendRequest(baseUrl, request)
    const isJson = answered.headers.get('content-type')?.startsWith('application/json') && answered.text !== ''
    return { ...answered, json: isJson ? JSON.parse(answered.text) : null }
  }
  return {
    ask,
    /** The requests since the last call, as shell lines. */
    takeTrail(): readonly string[] {
      const taken = trail
      trail = []
      return taken
    },
    count: () => count,
  }
}

/** The headers of the first caller with access; none for a public operation. */
export const chooseCaller = ({ security: [first] }: ApiOperation, callers: Callers) => (first && callers[first]) || {}

/** A request to be sent. */
export type SentRequest = {
  readonly method: string
  /** Path with its query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
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
  return [
    'curl -i',
    `-X ${method}`,
    ...parts,
    ...(body === null ? [] : [`--data-raw ${quoted(body)}`]),
    quoted(`${baseUrl}${url}`),
  ].join(' ')
}

export type SentResponse = { readonly status: number; readonly headers: Headers; readonly text: string }

export async function sendRequest(baseUrl: string, { method, url, headers, body }: SentRequest) {
  const response = await fetch(`${baseUrl}${url}`, { method, headers, body, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
