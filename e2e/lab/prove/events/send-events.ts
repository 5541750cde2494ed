import { createHmac, randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { senderSecret } from '#e2e/own-sender.ts'

export type Sending = {
  /** Deliveries that were answered with 202. */
  readonly acknowledged: Set<string>
  readonly milliseconds: number[]
  /** Responses other than 202. */
  readonly rejected: Map<number, number>
}

export const newSending = (): Sending => ({ acknowledged: new Set(), milliseconds: [], rejected: new Map() })

const connections = 50
const deployments = 1_000
const bodyOf = (id: number) =>
  JSON.stringify({
    deployment_status: { state: 'success', created_at: '2026-03-01T02:09:00Z' },
    deployment: {
      id,
      sha: 'f95f852bd8fca8fcc58a9a2d6c842781e32a215e',
      ref: 'main',
      task: 'deploy',
      payload: {},
      environment: 'production',
      description: 'x'.repeat(600),
      created_at: '2026-03-01T02:02:00Z',
    },
    repository: { name: 'payments', full_name: 'shop/payments', html_url: 'https://github.com/shop/payments' },
  })
const signed = Array.from({ length: deployments }, (_, id) => {
  const body = bodyOf(id)
  return { body, signature: `sha256=${createHmac('sha256', senderSecret).update(body).digest('hex')}` }
})
let sent = 0

/**
 * Sends signed events at a rate for some seconds, each with its own delivery, and waits for each response. Returns the
 * seconds that it took.
 */
export async function sendEventsFor(
  url: string,
  { seconds, perSecond }: { readonly seconds: number; readonly perSecond: number },
  sending: Sending,
): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-github-event': 'deployment_status' }
  type Context = { delivery?: string }
  const request = {
    setupRequest: (next: autocannon.Request, context: Context): autocannon.Request => {
      context.delivery = randomUUID()
      sent += 1
      const { body, signature } = signed[sent % deployments] ?? { body: '', signature: '' }
      const own = { 'x-github-delivery': context.delivery, 'x-hub-signature-256': signature }
      return { ...next, body, headers: { ...headers, ...own } }
    },
    onResponse: (status: number, _body: string, { delivery }: Context) => {
      if (status === 202 && delivery !== undefined) sending.acknowledged.add(delivery)
      else sending.rejected.set(status, (sending.rejected.get(status) ?? 0) + 1)
    },
  }
  const begun = performance.now()
  await new Promise<void>((resolve, reject) => {
    const pace = { duration: seconds, overallRate: perSecond, ignoreCoordinatedOmission: true, timeout: 30 }
    const options = { url, method: 'POST' as const, connections, requests: [request], ...pace }
    const instance = autocannon(options, (error) => (error ? reject(error) : resolve()))
    instance.on('response', (_client, _status, _size, milliseconds) => sending.milliseconds.push(milliseconds))
  })
  return (performance.now() - begun) / 1000
}
