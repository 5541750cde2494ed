import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { addSenderTo, senderSecret } from '#e2e/support/own-sender.ts'
import type { OwnServer } from '#e2e/support/own-server.ts'
import { buildFuzzDocument } from '#server/api-documents.ts'
import { judge, type SentResponse } from './judge.ts'
import { OpenApi } from './open-api.ts'
import {
  type FuzzRequest,
  type HeaderMap,
  requestsTo,
  type SentRequest,
  type Temperament,
  temperaments,
} from './requests.ts'
import type { KnownValues } from './values.ts'

export type FuzzReport = {
  readonly requests: number
  /** Responses by status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Faults, each with its case, which goes into failed-cases.json together with the fix. */
  readonly faults: readonly string[]
}

/** A request that once failed, without its operation's description and without credentials. */
type FailedCase = { readonly operation: string; readonly temperament: Temperament; readonly request: SentRequest }

/** Headers that authenticate a caller, by the name of the security scheme. */
type Callers = Readonly<Record<string, HeaderMap>>

const failedCases: readonly FailedCase[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'failed-cases.json'), 'utf8'),
)
const atOnce = 8
/** Operations that would end the session or account of the run. */
const leftOut = ['endMySessions', 'endAccountSessions', 'updateAccount', 'revokeApiToken']

/**
 * Sends the requests that once failed, then `count` that are generated from an OpenAPI document of all operations, to a
 * server of its own as every kind of caller: a token of each system and an admin.
 */
export async function runFuzz(own: OwnServer, count: number, seed: number): Promise<FuzzReport> {
  const { baseUrl } = own.server
  const api = new OpenApi(JSON.parse(JSON.stringify(buildFuzzDocument())))
  const callers = await openCallers(own)
  const known = await readKnownValues(own)
  const statuses: Record<string, number> = {}
  const faults: string[] = []
  let sent = 0

  async function send(request: FuzzRequest): Promise<void> {
    const made = { ...request, headers: { ...request.headers, ...callers[request.operation.security[0] ?? ''] } }
    const response = await sendPatiently(baseUrl, made)
    sent += 1
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
    const fault = judge(api, made, response) ?? (await findTagFault(baseUrl, made, response))
    if (fault === null) return
    const { operation, temperament, method, url, headers, body } = request
    const failed: FailedCase = { operation: operation.name, temperament, request: { method, url, headers, body } }
    faults.push(`${fault}\n  ${JSON.stringify(failed)}`)
  }

  for (const { operation, temperament, request } of failedCases)
    await send({ ...request, operation: api.operation(operation), temperament })
  const operations = api.operations.filter(({ name }) => !leftOut.includes(name))
  const numRuns = Math.max(1, Math.ceil(count / (operations.length * temperaments.length)))
  const queue = operations
    .flatMap((operation) => temperaments.map((temperament) => ({ operation, temperament })))
    .flatMap(({ operation, temperament }) => fc.sample(requestsTo(operation, temperament, known), { numRuns, seed }))
    .values()
  const sendAll = async () => {
    for (const request of queue) await send(request)
  }
  await Promise.all(Array.from({ length: atOnce }, sendAll))
  return { requests: sent, statuses, faults }
}

/** Sends a request again that is answered 503, whatever the input: on a busy machine the database is late. */
async function sendPatiently(baseUrl: string, request: SentRequest, tries = 5): Promise<SentResponse> {
  const response = await sendRequest(baseUrl, request)
  return response.status === 503 && tries > 1 ? sendPatiently(baseUrl, request, tries - 1) : response
}

/** Sends a request over a connection of its own: the service may close one that waits while this machine is busy. */
async function sendRequest(baseUrl: string, { method, url, headers, body }: SentRequest): Promise<SentResponse> {
  const init = { method, headers: { ...headers, connection: 'close' }, body, redirect: 'manual' } as const
  const response = await fetch(`${baseUrl}${url}`, init).catch((error) => {
    throw new Error(`${method} ${url} got no response: ${error.cause ?? error}`)
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

async function openCallers({ server, tokens, signInAs }: OwnServer): Promise<Callers> {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  await addSenderTo(server.baseUrl, 'json')
  return {
    resourcesToken: bearer(tokens.resources.write),
    itsmToken: bearer(tokens.itsm.write),
    appToken: bearer(tokens.app.manager),
    docsToken: bearer(tokens.docs.write),
    eventSignature: bearer(senderSecret),
    session: await signInAs('admin'),
  }
}

/** Returns the fault of a response with an ETag: asked again with it, the same response is a 304 without a body. */
async function findTagFault(baseUrl: string, request: FuzzRequest, { status, headers }: SentResponse) {
  const etag = headers.get('etag')
  if (request.method !== 'GET' || status !== 200 || etag === null) return null
  const conditional = { ...request, headers: { ...request.headers, 'if-none-match': etag } }
  const again = await sendPatiently(baseUrl, conditional)
  if (again.status === 304 && again.text === '') return null
  // A record that changed meanwhile is returned again.
  const isAnother = again.status === 200 && again.headers.get('etag') !== etag
  return isAnother ? null : `its ETag returned ${again.status} ${again.text.slice(0, 80)}`
}

const listKeys = (table: string, key: string, base: string, parts = ['']) =>
  Object.fromEntries(parts.map((part) => [`${base}${part}#${key}`, `select ${key} as value from ${table} order by 1`]))

const queries: Readonly<Record<string, string>> = {
  number: 'select number as value from changes order by number desc',
  reference: 'select reference as value from reviews order by reference',
  connection: `select name as value from connections where name like 'own-%' order by name`,
  ...listKeys('incidents', 'number', '/api/itsm/v1/incidents/{number}'),
  ...listKeys('incidents', 'number', '/api/app/v1/incidents/{number}', ['/decisions', '/history', '/possible-causes']),
  ...listKeys('connections', 'id', '/api/app/v1/connections/{id}/events/{event}/retry'),
  '/api/app/v1/connections/{id}/events/{event}/retry#event': 'select id as value from inbound_events order by id',
  ...listKeys('users', 'id', '/api/v1/users/{id}'),
  ...listKeys('improvements', 'id', '/api/itsm/v1/improvements/{id}'),
  ...listKeys('improvements', 'id', '/api/app/v1/improvements/{id}', ['', '/look', '/issue-links']),
  ...listKeys('articles', 'id', '/api', ['/docs/v1/articles/{id}']),
  ...listKeys('audits', 'id', '/api/app/v1/audits/{id}', ['', '/population', '/sample', '/reconciliation']),
  ...listKeys('audits', 'id', '/api/app/v1/audits/{id}', ['/pack', '/assessment-results']),
}

/** Identifiers of demo records, by parameter; without accounts and tokens. */
async function readKnownValues({ pool }: OwnServer): Promise<KnownValues> {
  const known: Record<string, readonly string[]> = {}
  for (const [name, query] of Object.entries(queries)) {
    const { rows } = await pool.query(`${query} limit 12`)
    known[name] = rows.map(({ value }) => String(value))
  }
  return known
}
