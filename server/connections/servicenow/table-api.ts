import type { ServiceNowOptions } from '#lib/contracts/connection-options.ts'
import { shorten } from '#lib/text/shorten.ts'
import type { ConnectorContext, OpenConnection } from '#server/connections/connector.ts'
import { AppError } from '#server/platform/errors.ts'
import type { OutgoingResponse } from '#server/platform/outgoing/outgoing.ts'

/**
 * A request that ServiceNow did not carry out; `message` is for a reader. The reason `cut` is an incomplete response,
 * `missing` a record or table that does not exist or is hidden from the account.
 */
export class ServiceNowError extends AppError {
  readonly reason: 'sign_in' | 'rights' | 'missing' | 'cut' | 'rejected' | 'failed' | 'filter'

  constructor(reason: ServiceNowError['reason'], message: string) {
    super('unavailable', message)
    this.reason = reason
  }
}

/** A record as the Table API returns it. Fields that the account may not read are missing. */
export type RemoteRow = Readonly<Record<string, unknown>>

export const getSysId = (row: RemoteRow): string => String(row.sys_id)

type ListRequest = {
  /** An encoded query; build values that come from data with `escapeQueryValue`. */
  readonly query: string
  /** Fields, also of referenced records, such as `assigned_to.email`. An empty list requests all of the table. */
  readonly fields: readonly string[]
  readonly limit: number
  readonly offset?: number
  /** `all` returns `{value, display_value}` for each field; by default, raw values are returned. */
  readonly display?: 'all'
}

export type Page = {
  readonly rows: readonly RemoteRow[]
  /** Number of records that match the query, including unreadable ones; undefined if the response does not state it. */
  readonly total: number | undefined
  /** True if records follow this page. A short or empty page does not mark the end. */
  readonly hasMore: boolean
  /** The instance's clock. */
  readonly at: Date
  /** Requests allowed per hour, if a rule limits them. */
  readonly requestsPerHour: number | undefined
}

/** The Table API of an instance. Each function throws a `ServiceNowError` or an `OutgoingError`. */
export type TableApi = {
  list(table: string, request: ListRequest): Promise<Page>
  /** Returns a record; undefined if there is none or the account may not read it. */
  get(table: string, id: string, fields: readonly string[]): Promise<RemoteRow | undefined>
  /** Writes raw values and returns the record afterwards; fields that do not exist are ignored without an error. */
  create(table: string, values: Readonly<Record<string, string>>): Promise<RemoteRow>
  update(table: string, id: string, values: Readonly<Record<string, string>>): Promise<RemoteRow>
  /** Lists the states that a change can have next, including the current one. */
  nextStates(changeId: string): Promise<readonly string[]>
}

/** Checks a value of data for a query. Throws if it would end the condition and begin another. */
export function escapeQueryValue(value: string): string {
  if (!/[\^\r\n]/.test(value)) return value
  throw new ServiceNowError('filter', `${JSON.stringify(value)} has a ^ or a line break, which no query may contain.`)
}

const raw = { sysparm_display_value: 'false', sysparm_exclude_reference_link: 'true' }

export function createTableApi(ctx: ConnectorContext, connection: OpenConnection): TableApi {
  const signIn = createSignIn(ctx, connection)
  const instance = connection.url ?? ''
  const { host } = new URL(instance)

  async function send(method: 'GET' | 'POST' | 'PATCH', path: string, values?: unknown): Promise<OutgoingResponse> {
    const request = { method, url: `${instance}${path}`, signal: ctx.signal }
    const content = values === undefined ? {} : { body: JSON.stringify(values) }
    const type = values === undefined ? {} : { 'content-type': 'application/json' }
    const attempt = async () => {
      const headers = { authorization: await signIn.authorization(), accept: 'application/json', ...type }
      return ctx.outgoing.send({ ...request, ...content, headers })
    }
    const response = await attempt()
    return response.status === 401 && signIn.renew() ? attempt() : response
  }

  /** Returns the result of a response. Throws for a failure and for an incomplete body. */
  function readResult({ status, body }: OutgoingResponse, what: string): unknown {
    const parsed = parse(body)
    if (status >= 200 && status < 300 && parsed && !('error' in parsed)) return parsed.result
    if (status >= 200 && status < 300) throw new ServiceNowError('cut', `${host} cut the response to: ${what}.`)
    const detail = describeError(parsed)
    if (status === 401) throw new ServiceNowError('sign_in', `${host} rejects the sign-in of the connection${detail}.`)
    if (status === 403) throw new ServiceNowError('rights', `The account has no right to ${what}${detail}.`)
    if (status === 404)
      throw new ServiceNowError('missing', `${host} does not have what was requested: ${what}${detail}.`)
    const reason = status < 500 ? 'rejected' : 'failed'
    throw new ServiceNowError(reason, `${host} responded ${status} to: ${what}${detail}.`)
  }

  const readRow = (response: OutgoingResponse, what: string): RemoteRow => {
    const result = readResult(response, what)
    if (isRow(result)) return result
    throw new ServiceNowError('cut', `${host} returned no record to: ${what}.`)
  }

  return {
    async list(table, { query, fields, limit, offset = 0, display }) {
      const params = new URLSearchParams({
        sysparm_query: query,
        sysparm_limit: String(limit),
        ...(fields.length > 0 ? { sysparm_fields: fields.join(',') } : {}),
        ...(offset > 0 ? { sysparm_offset: String(offset) } : {}),
        ...raw,
        ...(display ? { sysparm_display_value: display } : {}),
      })
      const response = await send('GET', `${tablePath(table)}?${params}`)
      const result = readResult(response, `read ${table}`)
      if (!Array.isArray(result)) throw new ServiceNowError('cut', `${host} returned no list for ${table}.`)
      return { rows: result.filter(isRow), ...readPageInfo(response, offset + limit, table) }
    },
    async get(table, id, fields) {
      const params = new URLSearchParams({ sysparm_fields: fields.join(','), ...raw })
      const response = await send('GET', `${recordPath(table, id)}?${params}`)
      return response.status === 404 ? undefined : readRow(response, `read ${table} ${id}`)
    },
    async create(table, values) {
      return readRow(await send('POST', `${tablePath(table)}?${new URLSearchParams(raw)}`, values), `add to ${table}`)
    },
    async update(table, id, values) {
      const path = `${recordPath(table, id)}?${new URLSearchParams(raw)}`
      return readRow(await send('PATCH', path, values), `write to ${table} ${id}`)
    },
    async nextStates(changeId) {
      const path = `/api/sn_chg_rest/change/${encodeURIComponent(changeId)}/nextstates`
      const result = readResult(await send('GET', path), `read the next states of ${changeId}`)
      const states = isRow(result) ? result.available_states : undefined
      return Array.isArray(states) ? states.map(String) : []
    },
  }
}

const tablePath = (table: string) => `/api/now/table/${encodeURIComponent(table)}`
const recordPath = (table: string, id: string) => `${tablePath(table)}/${encodeURIComponent(id)}`

const isRow = (value: unknown): value is RemoteRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses the object in a body; undefined if there is none, as in a body that was cut. */
function parse(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString())
    return isRow(value) ? value : undefined
  } catch {
    return undefined
  }
}

function describeError(parsed: Readonly<Record<string, unknown>> | undefined): string {
  const error = parsed?.error
  const texts = isRow(error) ? [error.message, error.detail] : [error]
  const message = texts.filter((text) => typeof text === 'string' && text !== '').join(': ')
  return message === '' ? '' : ` (${shorten(message, 300)})`
}

function readPageInfo({ headers }: OutgoingResponse, end: number, table: string): Omit<Page, 'rows'> {
  const total = parseCount(headers['x-total-count'])
  if (total === undefined && headers.link === undefined) {
    const advice = 'A proxy may remove the headers X-Total-Count and Link; let it pass them'
    throw new ServiceNowError('failed', `The pages of ${table} do not say whether more follow. ${advice}.`)
  }
  const date = Date.parse(headers.date ?? '')
  return {
    total,
    hasMore: total === undefined ? /rel="?next"?/.test(headers.link ?? '') : end < total,
    at: new Date(Number.isNaN(date) ? Date.now() : date),
    requestsPerHour: parseCount(headers['x-ratelimit-limit']),
  }
}

const parseCount = (text: string | undefined) => (text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined)

/** The context of a run that reads a connection. */
export type Reading = { readonly ctx: ConnectorContext; readonly connection: OpenConnection; readonly api: TableApi }

/** Provides the `Authorization` header of a connection. */
type SignIn = {
  authorization(): Promise<string>
  /** Drops a rejected token. Returns true if another one can be requested. */
  renew(): boolean
}

function createSignIn(ctx: ConnectorContext, connection: OpenConnection): SignIn {
  const { sign_in: signIn } = connection.options as ServiceNowOptions
  const { secret = '' } = connection.secrets
  if (signIn.method === 'oauth') return createTokenSignIn(ctx, connection.url ?? '', signIn.client_id, secret)
  const header =
    signIn.method === 'basic'
      ? `Basic ${Buffer.from(`${signIn.user}:${secret}`).toString('base64')}`
      : `Bearer ${secret}`
  return { authorization: async () => header, renew: () => false }
}

/** Signs in with a token for client credentials, cached until it is rejected. */
function createTokenSignIn({ outgoing, signal }: ConnectorContext, url: string, id: string, secret: string): SignIn {
  let token: Promise<string> | undefined
  const requestToken = async () => {
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret })
    const request = {
      method: 'POST',
      url: `${url}/oauth_token.do`,
      signal,
      isRepeatable: true,
      body: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    } as const
    const { status, body } = await outgoing.send(request)
    const issued = status === 200 ? parse(body)?.access_token : undefined
    if (typeof issued === 'string') return `Bearer ${issued}`
    const advice =
      'Check the client id and secret, the property glide.oauth.inbound.client.credential.grant_type.enabled, and that the OAuth entity names an application user'
    throw new ServiceNowError('sign_in', `ServiceNow gave no token for the client credentials (${status}). ${advice}.`)
  }
  return {
    authorization() {
      token ??= requestToken()
      token.catch(() => {
        token = undefined
      })
      return token
    },
    renew() {
      token = undefined
      return true
    },
  }
}
