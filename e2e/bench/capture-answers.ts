import { isDeepStrictEqual } from 'node:util'
import type { LoadRequest, Scenario } from './scenarios.ts'

export type CapturedAnswer = {
  readonly key: string
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** Answers of each scenario in which the servers must agree. */
const compared = 5

/** What the runtime writes by itself, the same for every server. */
const ownHeaders = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

async function send(baseUrl: string, { method, path, headers }: LoadRequest, status: number) {
  // As the load asks for it.
  const response = await fetch(`${baseUrl}${path}`, { method, headers: { ...headers, 'accept-encoding': 'identity' } })
  const body = await response.text()
  if (response.status !== status) throw new Error(`${method} ${path} answered ${response.status}: ${body}`)
  return { response, body }
}

/** Answers to the requests of a read scenario: all where the bare server is to repeat them, else some to compare. */
export async function captureAnswers(
  baseUrl: string,
  { requests, status, servers }: Scenario,
): Promise<CapturedAnswer[]> {
  const captured: CapturedAnswer[] = []
  const needed = servers.includes('bare') ? requests : requests.slice(0, compared)
  for (const request of needed) {
    const { response, body } = await send(baseUrl, request, status)
    const headers = [...response.headers].filter(([name]) => !ownHeaders.has(name))
    const prefix = 'if-none-match' in request.headers ? 'conditional ' : ''
    captured.push({ key: `${prefix}${request.path}`, status, headers, body })
  }
  return captured
}

/** Throws unless a server answers the first requests of a read scenario with the same JSON as was captured from ours. */
export async function compareAnswers(
  baseUrl: string,
  { name, requests, status }: Scenario,
  expected: readonly CapturedAnswer[],
): Promise<void> {
  for (const [index, request] of requests.slice(0, compared).entries()) {
    const { body } = await send(baseUrl, request, status)
    const wanted = expected[index]?.body ?? ''
    if (body !== wanted && !isDeepStrictEqual(JSON.parse(body), JSON.parse(wanted))) {
      throw new Error(`${name}: ${baseUrl} answers ${request.path} with\n${body}\nand ours with\n${wanted}`)
    }
  }
}
