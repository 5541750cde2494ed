import type { OpenApi, Operation } from './open-api.ts'
import { addressOf, curlLine, type SentResponse, sendRequest } from './request-line.ts'

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

export type Asker = {
  readonly ask: Ask
  /** The requests since the last call, as shell lines. */
  takeTrail(): readonly string[]
  count(): number
}

export function createAsker(baseUrl: string, api: OpenApi, callers: Callers): Asker {
  let trail: string[] = []
  let count = 0
  const ask: Ask = async (name, { path = {}, query = {}, headers = {}, body, method } = {}) => {
    const operation = api.operation(name)
    const text = body === undefined ? null : JSON.stringify(body)
    const request = {
      method: method ?? operation.method,
      address: addressOf(operation.path, path, query),
      headers: {
        ...callerOf(operation, callers),
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
    takeTrail() {
      const taken = trail
      trail = []
      return taken
    },
    count: () => count,
  }
}

/** The headers of the first caller with access; none for a public operation. */
export const callerOf = ({ security: [first] }: Operation, callers: Callers) => (first && callers[first]) || {}
