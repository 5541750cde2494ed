import fc from 'fast-check'
import { buildFuzzDocument } from '#server/api-documents.ts'
import { type Callers, chooseCaller, curlLine, sendRequest } from './ask.ts'
import { checkRelations } from './check-relations.ts'
import { type FailedCase, readFailedCases, saveFailedCases, toFailedCase } from './failed-cases.ts'
import { judge } from './judge.ts'
import { type ApiOperation, OpenApi } from './open-api.ts'
import type { RelationGround } from './relations/relation.ts'
import { type FuzzRequest, requestsTo, type Temperament, temperaments } from './requests.ts'

export type FuzzReport = {
  readonly requests: number
  /** Responses by status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Faults, with the requests as shell lines. */
  readonly faults: readonly string[]
}

type FuzzOptions = Omit<RelationGround, 'api' | 'lists'> & {
  readonly baseUrl: string
  readonly callers: Callers
  /** Operations that would break the run, such as ending its own session. */
  readonly leftOut: readonly string[]
  readonly count: number
  readonly seed: number
  /** True if failing cases are saved. */
  readonly isKeeping: boolean
}

const atOnce = 8

/**
 * Tries the cases that once failed; then relations between responses; then `count` requests generated from an OpenAPI
 * document of all operations.
 */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { baseUrl, callers, known, leftOut, count, seed, isKeeping } = options
  const api = new OpenApi(JSON.parse(JSON.stringify(buildFuzzDocument())))
  const statuses: Record<string, number> = {}
  const faults: string[] = []
  const failed: FailedCase[] = []
  let sent = 0

  async function send(request: FuzzRequest): Promise<void> {
    const made = { ...request, headers: { ...request.headers, ...pickCredentials(request, callers) } }
    const response = await sendRequest(baseUrl, made)
    sent += 1
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
    const fault = judge(api, made, response)
    if (fault === null) return
    faults.push(`${fault}\n  ${curlLine(baseUrl, made)}`)
    failed.push(toFailedCase(request))
  }

  const savedCases = readFailedCases()
  for (const one of savedCases) {
    if ('operation' in one)
      await send({ ...one.request, operation: api.operation(one.operation), temperament: one.temperament })
  }
  const related = await checkRelations({ ...options, api, savedCases, times: Math.ceil(count / 200) })
  faults.push(...related.faults.map(({ description }) => description))
  failed.push(...related.faults.map(({ failedCase }) => failedCase))

  const operations = api.operations.filter(({ name }) => !leftOut.includes(name))
  const perTemperament = Math.max(1, Math.ceil(count / (operations.length * temperaments.length)))
  const requests = operations.flatMap((operation) =>
    temperaments.flatMap((temperament) =>
      isPossible(operation, temperament)
        ? fc.sample(requestsTo(operation, temperament, known), { numRuns: perTemperament, seed })
        : [],
    ),
  )
  const queue = requests.values()
  const sendAll = async () => {
    for (const request of queue) await send(request)
  }
  await Promise.all(Array.from({ length: atOnce }, sendAll))
  if (isKeeping) saveFailedCases(failed)
  return { requests: sent + related.requests, statuses, faults }
}

/** True if the kind of request makes sense: a public operation rejects no credential. */
const isPossible = ({ security }: ApiOperation, temperament: Temperament) =>
  security.length > 0 || !temperament.endsWith('_credential')

function pickCredentials({ operation, temperament }: FuzzRequest, callers: Callers): Readonly<Record<string, string>> {
  if (operation.security.length === 0 || temperament === 'no_credential') return {}
  if (temperament === 'wrong_credential')
    return { authorization: 'Bearer hs_wrong_0000000000000000000000000000000000000000000' }
  if (temperament === 'foreign_credential') {
    const foreign = Object.keys(callers).find((name) => name.endsWith('Token') && !operation.security.includes(name))
    return foreign ? (callers[foreign] ?? {}) : {}
  }
  return chooseCaller(operation, callers)
}
