import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { serveHttp } from '#e2e/support/resources.ts'
import { createRandom, type Random } from '#server/demo/random.ts'
import { present, readRows } from './read-rows.ts'
import { createRequestLog, type RequestLog } from './requests.ts'
import { createTables, type Table, type TableRow, type Tables, writeRow } from './tables.ts'
import { noTraps, type Traps } from './traps.ts'
import { acceptFields, transitions } from './write-fields.ts'

export type HostileServiceNow = {
  readonly url: string
  /** The credentials that the instance accepts. */
  readonly account: typeof account
  readonly tables: Tables
  readonly requests: RequestLog
  /** The active traps; may be changed at any time. */
  traps: Traps
  /** The instance's clock. */
  now: () => number
  /** Moves the instance's clock forward. */
  advance: (ms: number) => void
  /** Inserts a record or edits the one of that `sys_id`, as another person does. Returns its `sys_id`. */
  writeRow: (table: string, row: TableRow) => string
  readRow: (table: string, id: string) => TableRow | undefined
  deleteRow: (table: string, id: string) => void
  stop: () => Promise<void>
}

type Answer = { status: number; body: string; headers?: Readonly<Record<string, string>>; isLost?: boolean }

const account = {
  user: 'hindsight',
  password: 'correct horse',
  clientId: 'client-1',
  clientSecret: 'client-secret',
  token: 'fixed-token',
}

/** Starts an instance of ServiceNow with the given traps on a free loopback port. */
export async function startServiceNow(traps: Partial<Traps> = {}, seed = '1'): Promise<HostileServiceNow> {
  const random = createRandom(`instance ${seed}`)
  let shift = 0
  const signIn = createSignIn(() => instance.traps.tokenSeconds)
  const { url, close } = await serveHttp((request, response) => {
    answer(request, response).catch((error) => {
      console.error(error)
      request.socket.destroy()
    })
  })
  const getTable = (name: string): Table => {
    const table = instance.tables[name]
    if (!table) throw new Error(`There is no table ${name}.`)
    return table
  }
  const instance: HostileServiceNow = {
    url,
    account,
    tables: createTables(),
    requests: createRequestLog(),
    traps: { ...noTraps, ...traps },
    now: () => Date.now() + instance.traps.clockSkewMs + shift,
    advance: (ms) => {
      shift += ms
    },
    writeRow: (table, row) => {
      const at = instance.now() - random.between(0, instance.traps.lateRowsMs)
      return writeRow(instance.tables, { table: getTable(table), row, by: 'another.user', at })
    },
    readRow: (table, id) => getTable(table).rows.get(id),
    deleteRow: (table, id) => {
      getTable(table).rows.delete(id)
      getTable(table).touch(id)
    },
    stop: close,
  }
  return instance

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { traps, requests } = instance
    const target = new URL(request.url ?? '/', url)
    const method = request.method ?? 'GET'
    const logged = requests.add({ at: Date.now(), method, path: target.pathname, query: target.search })
    const body = await text(request)
    if (happens(random, traps.slow.share)) await sleep(traps.slow.ms)
    if (happens(random, traps.resetShare)) return void request.socket.destroy()
    const answer = disturbance(instance, random) ?? handle({ instance, random, signIn, request, method, target, body })
    logged.status = answer.status
    if (answer.isLost) return void request.socket.destroy()
    const isCut = answer.status === 200 && method === 'GET' && answer.body.length > traps.maxPageBytes
    const sent = isCut ? cut(answer.body, traps) : answer.body
    response.writeHead(answer.status, {
      'content-type': 'application/json;charset=UTF-8',
      date: new Date(instance.now()).toUTCString(),
      ...answer.headers,
      'content-length': Buffer.byteLength(sent),
    })
    response.end(sent)
  }
}

/** `tokenSeconds` returns the seconds until a token of OAuth expires. */
function createSignIn(tokenSeconds: () => number) {
  const { user, password, clientId, clientSecret, token } = account
  const basic = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const expiries = new Map<string, number>()
  return {
    isSignedIn: (authorization = '') =>
      authorization === basic ||
      authorization === `Bearer ${token}` ||
      (expiries.get(authorization.replace(/^Bearer /, '')) ?? 0) > Date.now(),
    /** Answers `/oauth_token.do`. */
    issueToken(form: URLSearchParams): Answer {
      const asked = ['grant_type', 'client_id', 'client_secret'].map((name) => form.get(name)).join(' ')
      if (asked !== `client_credentials ${clientId} ${clientSecret}`)
        return { status: 401, body: JSON.stringify({ error_description: 'access_denied', error: 'server_error' }) }
      const access_token = randomBytes(32).toString('base64url')
      expiries.set(access_token, Date.now() + tokenSeconds() * 1000)
      const body = { access_token, scope: 'useraccount', token_type: 'Bearer', expires_in: 1799 }
      return { status: 200, body: JSON.stringify(body) }
    },
  }
}

const happens = (random: Random, share: number) => share > 0 && random.between(1, 10_000) <= share * 10_000

/** A rejection for the limits of the instance, or a failure of its own. */
function disturbance({ traps, requests }: HostileServiceNow, random: Random): Answer | undefined {
  const seconds = requests.retryAfter(traps)
  if (seconds !== undefined) {
    const detail = 'Rate limit of 100 requests per hour for Table API exceeded'
    return { ...failed(429, 'Rate limit exceeded', detail), headers: { 'retry-after': String(seconds) } }
  }
  return happens(random, traps.errorShare) ? failed(500, 'Internal error') : undefined
}

type Incoming = {
  instance: HostileServiceNow
  random: Random
  signIn: ReturnType<typeof createSignIn>
  request: IncomingMessage
  method: string
  target: URL
  body: string
}

function handle({ instance, random, signIn, request, method, target, body }: Incoming): Answer {
  const { pathname, searchParams: params } = target
  if (pathname === '/oauth_token.do') {
    return signIn.issueToken(new URLSearchParams(body))
  }
  if (!signIn.isSignedIn(request.headers.authorization))
    return failed(401, 'User Not Authenticated', 'Required to provide Auth information')
  const change = /^\/api\/sn_chg_rest\/(?:v1\/)?change\/([^/]+)\/nextstates$/.exec(pathname)
  if (change) return nextStates(instance, change[1] ?? '')
  const [, name = '', id] = /^\/api\/now\/(?:v\d\/)?table\/([^/]+)(?:\/([^/]+))?$/.exec(pathname) ?? []
  const table = instance.tables[name]
  if (!table) return failed(400, `Invalid table ${name}`)
  const { traps, tables } = instance
  const isRead = method === 'GET'
  if ((isRead ? traps.unreadableTables : traps.unwritableTables).includes(name))
    return failed(403, 'Insufficient rights to query records', 'User Not Authorized')
  if (isRead && id === undefined) {
    const { body, total } = readRows({ tables, table, traps, params })
    const limits = traps.limit.perMinute > 0 ? { 'x-ratelimit-limit': String(traps.limit.perMinute * 60) } : {}
    return { status: 200, body, headers: { 'x-total-count': String(total), ...limits } }
  }
  const before = id === undefined || table.hidden.has(id) ? undefined : table.rows.get(id)
  if (id !== undefined && !before) return failed(404, 'No Record found', 'Record doesn’t exist or ACL restricts it')
  if (isRead && before) return one(instance, table, before, params)
  if (method !== (id === undefined ? 'POST' : 'PATCH')) return failed(405, 'Method not supported')
  const written = parseObject(body)
  if (!written) return failed(400, 'Exception while reading request', 'The payload is not valid JSON')
  const accepted = acceptFields(table, before, written, traps)
  if ('status' in accepted) return failed(accepted.status, 'Operation Failed', accepted.message)
  const meddles = before !== undefined && happens(random, traps.otherWriterShare)
  const isBefore = random.between(0, 1) === 0
  if (meddles && isBefore) instance.writeRow(name, { sys_id: before.sys_id ?? '', description: 'edited elsewhere' })
  const by = instance.account.user
  const row = { ...(before ? { sys_id: before.sys_id ?? '' } : newRecord(table)), ...accepted.row }
  const writtenId = writeRow(tables, { table, row, by, at: instance.now() })
  const response = one(instance, table, table.rows.get(writtenId) ?? {}, params)
  const [field] = Object.keys(accepted.row).filter((name) => name !== 'work_notes')
  if (meddles && !isBefore && field) instance.writeRow(name, { sys_id: writtenId, [field]: 'edited elsewhere' })
  return { ...response, status: before ? 200 : 201, isLost: happens(random, traps.lostAnswerShare) }
}

/** Prefixes of the numbers of records that Hindsight adds. */
const prefixes: Readonly<Record<string, string>> = { change_task: 'CTASK', problem_task: 'PTASK', kb_knowledge: 'KB' }

/** The fields that the instance fills in a new record. */
function newRecord({ name, rows, schema }: Table): TableRow {
  const empty = Object.fromEntries([...schema.fields].filter((field) => !field.startsWith('sys_')).map((f) => [f, '']))
  const number = prefixes[name] ? { number: `${prefixes[name]}${String(9_000_000 + rows.size)}` } : undefined
  const draft = name === 'kb_knowledge' ? { workflow_state: 'draft' } : undefined
  return { ...empty, sys_class_name: name, ...number, ...draft }
}

function one({ tables, traps }: HostileServiceNow, table: Table, row: TableRow, params: URLSearchParams): Answer {
  return { status: 200, body: JSON.stringify({ result: present({ tables, table, traps, params }, row) }) }
}

function nextStates({ tables }: HostileServiceNow, id: string): Answer {
  const state = tables.change_request?.rows.get(id)?.state
  if (state === undefined) return failed(404, 'Record not found')
  const result = { available_states: [...(transitions[state] ?? []), state] }
  return { status: 200, body: JSON.stringify({ result }) }
}

const failed = (status: number, message: string, detail: string | null = null): Answer => ({
  status,
  body: JSON.stringify({ error: { message, detail }, status: 'failure' }),
})

function cut(body: string, { cutPages, maxPageBytes }: Traps): string {
  if (cutPages === 'broken') return body.slice(0, maxPageBytes)
  const { result } = JSON.parse(body) as { result: unknown[] }
  const message = 'Transaction cancelled: maximum execution time exceeded'
  const half = result.slice(0, Math.floor(result.length / 2))
  return JSON.stringify({ result: half, error: { message, detail: `${message}. Check logs` }, status: 'failure' })
}

function parseObject(body: string): Record<string, unknown> | undefined {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(body))
  } catch {
    return undefined
  }
}
