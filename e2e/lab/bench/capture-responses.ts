import { isDeepStrictEqual } from 'node:util'
import type { LoadRequest, Scenario } from './scenarios.ts'

export type CapturedResponse = {
  readonly key: string
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** The number of responses of each scenario that the servers must agree on. */
const compared = 5

/** Headers that the runtime adds itself, the same for every server. */
const ownHeaders = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

async function send(baseUrl: string, { method, path, headers }: LoadRequest, status: number) {
  // Like the load client.
  const response = await fetch(`${baseUrl}${path}`, { method, headers: { ...headers, 'accept-encoding': 'identity' } })
  const body = await response.text()
  if (response.status !== status) throw new Error(`${method} ${path} returned ${response.status}: ${body}`)
  return { response, body }
}

/** The responses to a read scenario: all if the bare server repeats them, else some for comparison. */
export async function captureResponses(
  baseUrl: string,
  { requests, status, servers }: Scenario,
): Promise<CapturedResponse[]> {
  const captured: CapturedResponse[] = []
  const needed = servers.includes('bare') ? requests : requests.slice(0, compared)
  for (const request of needed) {
    const { response, body } = await send(baseUrl, request, status)
    const headers = [...response.headers].filter(([name]) => !ownHeaders.has(name))
    const prefix = 'if-none-match' in request.headers ? 'conditional ' : ''
    captured.push({ key: `${prefix}${request.path}`, status, headers, body })
  }
  return captured
}

/** Throws unless a server returns the same JSON as ours to the first requests of a read scenario. */
export async function compareResponses(
  baseUrl: string,
  { name, requests, status }: Scenario,
  expected: readonly CapturedResponse[],
): Promise<void> {
  for (const [index, request] of requests.slice(0, compared).entries()) {
    const { body } = await send(baseUrl, request, status)
    const wanted = expected[index]?.body ?? ''
    if (body !== wanted && !isDeepStrictEqual(JSON.parse(body), JSON.parse(wanted))) {
      throw new Error(`${name}: ${baseUrl} responds to ${request.path} with\n${body}\nand ours with\n${wanted}`)
    }
  }
}
