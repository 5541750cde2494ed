import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import createClient from 'openapi-fetch'
import type { components, paths } from './schema.ts'

export type { paths } from './schema.ts'
export type Schemas = components['schemas']
export type ErrorCode = Schemas['ErrorCode']

/** A client that calls the service at `baseUrl` with one token and reads JSON. */
export const createHindsight = ({ baseUrl, token }: { readonly baseUrl: string; readonly token: string }) =>
  createClient<paths, 'application/json'>({ baseUrl, headers: { Authorization: `Bearer ${token}` } })
export type Hindsight = ReturnType<typeof createHindsight>

/** The result of a call, whatever its status. */
export type Answer<Data> = {
  data?: Data
  error?: { error: { code: ErrorCode; message: string } } | undefined
  response: Response
}

/** An answer that is no success. `code` is missing if it came from a proxy instead of Hindsight. */
export class HindsightError extends Error {
  readonly status: number
  readonly code: ErrorCode | undefined
  constructor({ error, response }: Answer<unknown>) {
    super(`${response.url} answered ${response.status}: ${error?.error?.message ?? response.statusText}`)
    this.name = 'HindsightError'
    this.status = response.status
    this.code = error?.error?.code
  }
}

/** The body of a success, undefined if it has none. Throws a `HindsightError` otherwise. */
export function dataOf<Data>(answer: Answer<Data>): Data {
  if (answer.response.ok) return answer.data as Data
  throw new HindsightError(answer)
}

/** The start of the next page: a cursor, or a number in a list without cursors. Empty for the first page. */
export type Cursor = { cursor?: string; page?: number }

/** The pages of a list, each read when it is asked for; `read` passes the cursor on in its query. */
export async function* pagesOf<Page>(read: (cursor: Cursor) => Promise<Answer<Page>>): AsyncGenerator<Page, void> {
  for (let at: Cursor | undefined = {}; at !== undefined; ) {
    const answer: Answer<Page> = await read(at)
    yield dataOf(answer)
    const next = /<([^>]+)>; rel="next"/.exec(answer.response.headers.get('link') ?? '')?.[1]
    at = next ? readCursor(new URL(next, answer.response.url)) : undefined
  }
}

function readCursor({ searchParams }: URL): Cursor {
  const cursor = searchParams.get('cursor')
  return cursor ? { cursor } : { page: Number(searchParams.get('page')) }
}

export type Patience = {
  /** Maximum number of attempts, 5 by default. */
  readonly attempts?: number
  readonly signal?: AbortSignal
}

/**
 * Sends a write until it is answered, with one key, so that it happens once even if an answer was lost. `send` passes
 * the key on among its headers. Throws a `HindsightError` if the service refuses.
 */
export async function sendOnce<Data>(
  send: (key: { 'Idempotency-Key': string }) => Promise<Answer<Data>>,
  patience: Patience = {},
): Promise<Data> {
  const key = { 'Idempotency-Key': randomUUID() }
  return dataOf(await untilAnswered(() => send(key), patience))
}

export type EventBatch = { result: Schemas['RecordEvent'][]; next: string }

/**
 * Follows the events of the records, without end: waits for events and yields each batch. Store `next` once a batch is
 * handled, and pass it as `after` to read on; `start` begins 90 days back. Needs a token of system `itsm`.
 */
export async function* followEvents(
  hindsight: Hindsight,
  { after = 'start', ...patience }: Patience & { readonly after?: string } = {},
): AsyncGenerator<EventBatch, never> {
  const { signal } = patience
  for (let at = after; ; ) {
    const query = { after: at, limit: 1000, wait: 30 }
    const read = () => hindsight.GET('/api/itsm/v1/events', { params: { query }, ...(signal && { signal }) })
    const batch = dataOf(await untilAnswered<EventBatch>(read, patience))
    if (batch.result.length > 0) yield batch
    at = batch.next
  }
}

/**
 * True for a response that asks to come back later: the service or a proxy is busy, or the call with this key is still
 * running.
 */
const isTemporary = ({ error, response }: Answer<unknown>) =>
  [429, 502, 503, 504].includes(response.status) || error?.error?.code === 'idempotency_in_progress'

/** Longest pause between two attempts in seconds. */
const longestPause = 60

/**
 * Repeats a call that got no answer or a temporary one, after the seconds of `Retry-After`; without them, as with a
 * date, after a pause that doubles.
 */
async function untilAnswered<Data>(
  send: () => Promise<Answer<Data>>,
  { attempts = 5, signal }: Patience,
): Promise<Answer<Data>> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt >= attempts
    const answer = await send().catch((error: unknown) => {
      // `fetch` throws a `TypeError` if no response came.
      if (isLast || !(error instanceof TypeError)) throw error
    })
    if (answer && (isLast || !isTemporary(answer))) return answer
    const asked = Number.parseInt(answer?.response.headers.get('retry-after') ?? '', 10)
    const seconds = Number.isNaN(asked) ? 2 ** attempt / 4 : asked
    await sleep(Math.min(seconds, longestPause) * 1000, undefined, { ...(signal && { signal }) })
  }
}
