import { z } from 'zod'
import { shorten } from '#lib/text/shorten.ts'
import { type Outgoing, OutgoingError, type OutgoingRequest } from '#server/platform/outgoing/outgoing.ts'

/** A request that the tracker rejected, in the words of a reader. */
export class TrackerError extends Error {
  override readonly name = 'TrackerError'
  readonly status: number
  /** Faults by the name of a field, where the tracker returns them. */
  readonly fields: Readonly<Record<string, string>>

  constructor(status: number, message: string, fields: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.fields = fields
  }
}

type TrackerCall = {
  readonly method?: OutgoingRequest['method']
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

type ParsedResponse<Result> = {
  readonly result: Result
  /** The time of the tracker's clock. */
  readonly at: Date
  /** The URL of the next page; null on the last one. */
  readonly next: string | null
}

export type TrackerClient = {
  /** Sends a request and parses the response. Throws `TrackerError` for a rejected one, and `OutgoingError`. */
  call<Schema extends z.ZodType>(schema: Schema, call: TrackerCall): Promise<ParsedResponse<z.output<Schema>>>
  /** As `call`, with a URL from an earlier response; it must be of the same API. */
  follow<Schema extends z.ZodType>(schema: Schema, url: string): Promise<ParsedResponse<z.output<Schema>>>
  /** As `call`; null if the record does not exist. */
  find<Schema extends z.ZodType>(schema: Schema, call: TrackerCall): Promise<z.output<Schema> | null>
}

export type ClientOptions = {
  readonly label: string
  /** The base URL of the API, without a trailing slash. */
  readonly base: string
  readonly headers: Readonly<Record<string, string>>
  readonly outgoing: Outgoing
  readonly signal: AbortSignal
}

export function createTrackerClient({ label, base, headers, outgoing, signal }: ClientOptions): TrackerClient {
  async function send<Schema extends z.ZodType>(
    schema: Schema,
    url: string,
    { method = 'GET', body }: Pick<TrackerCall, 'method' | 'body'>,
  ): Promise<ParsedResponse<z.output<Schema>>> {
    const response = await outgoing.send({
      method,
      url,
      signal,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = response.body.toString('utf8')
    if (response.status < 200 || response.status > 299) throw toFailure(label, response.status, response.headers, text)
    const parsed = schema.safeParse(text === '' ? null : parseJson(label, text))
    if (!parsed.success) {
      throw new TrackerError(response.status, `${label} sent an unexpected response to ${method} ${getPath(url)}.`)
    }
    const date = Date.parse(response.headers.date ?? '')
    return {
      result: parsed.data,
      at: new Date(Number.isNaN(date) ? Date.now() : date),
      next: findNextUrl(response.headers.link),
    }
  }
  const buildUrl = ({ path, query = {} }: TrackerCall) => {
    const search = new URLSearchParams(query).toString()
    return `${base}${path}${search === '' ? '' : `?${search}`}`
  }
  const call: TrackerClient['call'] = (schema, request) => send(schema, buildUrl(request), request)
  return {
    call,
    async follow(schema, url) {
      if (!url.startsWith(`${base}/`)) throw new TrackerError(200, `${label} named a next page outside of its API.`)
      return send(schema, url, {})
    },
    async find(schema, request) {
      try {
        return (await call(schema, request)).result
      } catch (error) {
        if (error instanceof TrackerError && [404, 410].includes(error.status)) return null
        throw error
      }
    },
  }
}

/** Awaits a request; null if the tracker rejected it. */
export async function catchRejection<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof TrackerError) return null
    throw error
  }
}

const getPath = (url: string) => new URL(url).pathname

function parseJson(label: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new TrackerError(200, `${label} sent a response that is not JSON. Check the URL of the connection.`)
  }
}

/** Returns the URL with `rel="next"` in a Link header; null if there is none. */
function findNextUrl(link: string | undefined): string | null {
  for (const part of link?.split(',') ?? []) {
    const [target = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const isNext = parameters.some((parameter) => parameter.replaceAll('"', '') === 'rel=next')
    if (isNext && target.startsWith('<') && target.endsWith('>')) return target.slice(1, -1)
  }
  return null
}

type ResponseHeaders = Readonly<Record<string, string | undefined>>

function toFailure(label: string, status: number, headers: ResponseHeaders, text: string): Error {
  // GitHub reports its limits as 403 too.
  const isLimited =
    status === 429 || (status === 403 && (headers['retry-after'] ?? headers['x-ratelimit-remaining']) !== undefined)
  if (isLimited && (status === 429 || headers['retry-after'] || headers['x-ratelimit-remaining'] === '0')) {
    const retryAt = readRetryTime(headers)
    return new OutgoingError('busy', `${label} accepts no more requests for now.`, retryAt ? { retryAt } : {})
  }
  if (status >= 500) return new OutgoingError('unreachable', `${label} is in trouble: it answered with ${status}.`)
  const { reasons, fields } = readReasons(text)
  const reason = reasons.length === 0 ? '' : `: ${shorten(reasons.join('; '), 500).replace(/\.+$/, '')}`
  if (status === 401) {
    return new OutgoingError('unreachable', `${label} did not accept the sign-in of the connection${reason}.`)
  }
  if (status === 403) {
    return new TrackerError(status, `${label} does not allow this to the account of the connection (403)${reason}.`)
  }
  return new TrackerError(status, `${label} rejected the request (${status})${reason}.`, fields)
}

function readRetryTime(headers: ResponseHeaders): Date | undefined {
  const seconds = Number(headers['retry-after'])
  if (headers['retry-after'] !== undefined && Number.isFinite(seconds)) return new Date(Date.now() + seconds * 1000)
  const reset = Number(headers['x-ratelimit-reset'])
  return headers['x-ratelimit-reset'] !== undefined && Number.isFinite(reset) ? new Date(reset * 1000) : undefined
}

const Failure = z.object({
  message: z.unknown().optional(),
  error: z.string().optional(),
  errorMessages: z.array(z.string()).optional(),
  errors: z.unknown().optional(),
})
const FieldFaults = z.record(z.string(), z.string())

/** Reads the reasons of a rejection, and faults by field, in the formats of all trackers. */
function readReasons(text: string): { reasons: string[]; fields: Record<string, string> } {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { reasons: [], fields: {} }
  }
  const parsed = Failure.safeParse(json)
  if (!parsed.success) return { reasons: [], fields: {} }
  const { message, error, errorMessages = [], errors } = parsed.data
  const faults = FieldFaults.safeParse(errors)
  const fields = faults.success && !Array.isArray(errors) ? faults.data : {}
  const listed = z.array(z.string()).catch([]).parse(errors)
  const messages = typeof message === 'string' ? [message] : message === undefined ? [] : [JSON.stringify(message)]
  const fieldFaults = Object.entries(fields).map(([field, fault]) => `${field}: ${fault}`)
  return {
    reasons: [...messages, ...(error ? [error] : []), ...errorMessages, ...listed, ...fieldFaults].filter(Boolean),
    fields,
  }
}
