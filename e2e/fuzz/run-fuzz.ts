import * as fc from 'fast-check'
import { OpenApi, type Operation } from './open-api.ts'
import { curlLine, type FuzzRequest, type KnownValues, requestsTo, type Temperament, temperaments } from './requests.ts'

/** Headers that make a request a caller's, by the name of the security scheme. */
type Callers = Readonly<Record<string, Readonly<Record<string, string>>>>

export type FuzzReport = {
  readonly requests: number
  /** How many answers had each status. */
  readonly statuses: Readonly<Record<string, number>>
  /** What was wrong, with the request as a line for the shell. */
  readonly faults: readonly string[]
}

type FuzzOptions = {
  readonly baseUrl: string
  readonly callers: Callers
  readonly known: KnownValues
  /** Operations that would take away the ground of the run, such as ending its own session. */
  readonly leftOut: readonly string[]
  readonly count: number
  readonly seed: number
}

const atOnce = 8
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * Sends about `count` requests made from the description of the API, spread over all its operations, and judges each
 * answer: no 5xx, a status and a body that are described, refusal of who may not and of what is not valid, acceptance of
 * what is, and 405 with `Allow` for other methods.
 */
export async function runFuzz({ baseUrl, callers, known, leftOut, count, seed }: FuzzOptions): Promise<FuzzReport> {
  const api = new OpenApi(await (await fetch(`${baseUrl}/api/openapi.json`)).json())
  const operations = api.operations.filter(({ name }) => !leftOut.includes(name))
  const perTemperament = Math.max(1, Math.ceil(count / (operations.length * temperaments.length)))
  const requests = operations.flatMap((operation) =>
    temperaments.flatMap((temperament) =>
      isPossible(operation, temperament)
        ? fc.sample(requestsTo(api, operation, temperament, known), { numRuns: perTemperament, seed })
        : [],
    ),
  )
  const statuses: Record<string, number> = {}
  const faults: string[] = []
  const queue = [
    ...requests.map((request) => () => send(request)),
    ...otherMethods(api).map((ask) => () => refuseMethod(...ask)),
  ]
  const total = queue.length

  async function send(request: FuzzRequest): Promise<void> {
    const made = { ...request, headers: { ...request.headers, ...credentialsOf(request, callers) } }
    const answer = await exchange(baseUrl, made)
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    const fault = judge(api, made, answer)
    if (fault) faults.push(`${fault}\n  ${curlLine(baseUrl, made)}`)
  }

  async function refuseMethod(path: string, method: string): Promise<void> {
    const response = await fetch(`${baseUrl}${path.replace(/\{\w+\}/g, 'x')}`, { method })
    await response.arrayBuffer()
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
    if (response.status !== 405 || !response.headers.get('allow'))
      faults.push(`${method} ${path} → ${response.status}, not 405 with Allow`)
  }

  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) await next()
    }),
  )
  return { requests: total, statuses, faults }
}

/** A public operation refuses nobody; one for sessions alone has no token of its own. */
const isPossible = ({ security }: Operation, temperament: Temperament) =>
  security.length > 0 || !temperament.endsWith('_credential')

function otherMethods(api: OpenApi): [path: string, method: string][] {
  return api.paths.flatMap((path) => {
    const described = api.operations.filter((operation) => operation.path === path).map(({ method }) => method)
    return methods.filter((method) => !described.includes(method)).map((method): [string, string] => [path, method])
  })
}

function credentialsOf({ operation, temperament }: FuzzRequest, callers: Callers): Readonly<Record<string, string>> {
  const [own] = operation.security
  if (own === undefined || temperament === 'no_credential') return {}
  if (temperament === 'wrong_credential')
    return { authorization: 'Bearer hs_wrong_0000000000000000000000000000000000000000000' }
  if (temperament === 'foreign_credential') {
    const foreign = Object.keys(callers).find((name) => name.endsWith('Token') && !operation.security.includes(name))
    return foreign ? (callers[foreign] ?? {}) : {}
  }
  return callers[own] ?? {}
}

type Exchanged = { status: number; contentType: string | null; body: string }

async function exchange(baseUrl: string, { method, address, headers, body }: FuzzRequest): Promise<Exchanged> {
  const response = await fetch(`${baseUrl}${address}`, {
    method,
    headers,
    redirect: 'manual',
    ...(body === null ? {} : { body }),
  })
  return { status: response.status, contentType: response.headers.get('content-type'), body: await response.text() }
}

function judge(
  api: OpenApi,
  { operation, temperament, headers, body }: FuzzRequest,
  { status, contentType, body: text }: Exchanged,
): string | null {
  const told = `${operation.name} (${temperament}) → ${status}`
  if (status >= 500) return `${told}: ${text.slice(0, 300)}`
  const fault = api.faultOf(operation, status, contentType, text)
  if (fault) return `${told}: ${fault}`
  if (temperament === 'no_credential' || temperament === 'wrong_credential')
    return status === 401 ? null : `${told}, not 401`
  if (temperament === 'foreign_credential') return status === 403 || status === 401 ? null : `${told}, not 403`
  if (temperament === 'valid' && isRefusedCaller(status, text)) return `${told}: refused a caller who may`
  const isSuccess = status < 300
  const isJson = headers['content-type'] === 'application/json'
  if (isSuccess && body !== null && isJson && !isValidBody(api, operation, body))
    return `${told}: took a body that is not valid`
  return null
}

/** Not `forbidden`: an admin may do all that a role may, and what belongs to another person all the same not. */
const isRefusedCaller = (status: number, body: string) =>
  status === 401 || (status === 403 && !body.includes('"forbidden"'))

function isValidBody(api: OpenApi, operation: Operation, body: string): boolean {
  try {
    return api.isValid(operation, JSON.parse(body))
  } catch {
    return false
  }
}
