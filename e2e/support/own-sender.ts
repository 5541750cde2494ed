import { type APIRequestContext, request as requests } from 'playwright/test'
import { buildConnectorForm } from '#server/connections/all-kinds.ts'
import { readInboundEvents } from '#server/connections/inbound/read-events.ts'
import { withDatabase } from './own-records.ts'
import { signInAs } from './own-server.ts'

export const senderSecret = 'a-secret-of-the-senders'

/** Adds a connection that sends events, as an admin who is signed in does; returns its name. */
export async function addSender(request: APIRequestContext, kind: string, options: object = {}): Promise<string> {
  const name = `own-${kind}-${Math.random().toString(36).slice(2, 10)}`
  const { api } = buildConnectorForm(kind)
  const url = api ? { url: api.url } : {}
  const needed = api?.signIn.methods ? { sign_in: { method: 'token' } } : {}
  const response = await request.post('/api/app/v1/connections', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { kind, name, options: { ...needed, ...options }, signing_secret: senderSecret, ...url },
  })
  if (response.status() !== 201) throw new Error(`${response.status()} ${await response.text()}`)
  return name
}

/** Adds a connection of the sender to an own server; returns the path for its events. */
export async function addSenderTo(baseUrl: string, kind: string): Promise<string> {
  const headers = await signInAs(baseUrl, 'admin')
  const context = await requests.newContext({ baseURL: baseUrl, extraHTTPHeaders: headers })
  const name = await addSender(context, kind)
  await context.dispose()
  return `/api/events/v1/${name}`
}

/** Reads the stored events, as the job does, which is off while tests run. */
export const readOwnEvents = (): Promise<void> =>
  withDatabase((db) =>
    readInboundEvents({
      db,
      now: new Date(),
      requestId: 'e2e-events',
      actor: { kind: 'system', id: 'jobs', name: 'Jobs' },
    }),
  )
