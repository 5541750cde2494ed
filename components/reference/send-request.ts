import { addressOf, type OutgoingRequest } from './outgoing-request.ts'

export type Sent = {
  readonly status: number
  readonly statusText: string
  readonly milliseconds: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** Sends a request to this service and reads the whole answer. Rejects when the service cannot be reached. */
export async function sendRequest(request: OutgoingRequest): Promise<Sent> {
  const started = performance.now()
  const answer = await fetch(addressOf(request), {
    method: request.method,
    headers: request.headers.map(([name, value]): [string, string] => [name, value]),
    body: request.body,
    cache: 'no-store',
  })
  const text = await answer.text()
  return {
    status: answer.status,
    statusText: answer.statusText,
    milliseconds: Math.round(performance.now() - started),
    headers: [...answer.headers],
    body: formatted(text, answer.headers.get('content-type') ?? ''),
  }
}

function formatted(text: string, type: string): string {
  if (!type.includes('json')) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
