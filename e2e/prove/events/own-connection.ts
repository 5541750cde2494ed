import { request as requests } from 'playwright/test'
import { addSender } from '#e2e/own-sender.ts'
import { sessionOf } from '#e2e/own-server.ts'

/** Adds a connection as the admin of the demo; returns the path for its events. */
export async function ownEventsPath(baseUrl: string, kind: string, options: object = {}): Promise<string> {
  const context = await requests.newContext({
    baseURL: baseUrl,
    extraHTTPHeaders: await sessionOf(baseUrl, 'admin'),
  })
  const name = await addSender(context, kind, options)
  await context.dispose()
  return `/api/events/v1/${name}`
}
