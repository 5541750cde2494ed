import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { desc } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, vi } from 'vitest'
import { findNewestEvent, isInFeed } from '#server/change-feed/feed-order.ts'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { readEnv } from '#server/platform/env.ts'
import { listen } from '#server/platform/http/testing-listen.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { auditEvents, longTransactions } from '#server/schema/history.ts'
import { webhookDeliveries, webhooks } from '#server/schema/webhooks.ts'
import { createWebhook } from './commands.ts'
import { sendWebhooks } from './send-webhooks.ts'

export type Received = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }

/** Responses of a receiver by path; 204 for all other paths. */
type Answers = Readonly<Record<string, (response: ServerResponse) => void>>

/** Provides a database without webhooks, and a receiver that stores each request until the next test. */
export function provideWebhooks(answers: Answers = {}) {
  const database = provideTestDatabase({ empty: [webhookDeliveries, webhooks, auditEvents, longTransactions] })
  const received: Received[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      received.push({ path, headers: request.headers, body: Buffer.concat(parts).toString('utf8') })
      const answer = answers[path] ?? ((to) => to.writeHead(204).end())
      answer(response)
    })
  })
  let origin = ''
  beforeAll(async () => {
    setTestRuntime(database)
    setRuntime({ ...getRuntime(), env: readEnv({ NODE_ENV: 'test', HINDSIGHT_PLAIN_HOSTS: '127.0.0.1' }) })
    const { url, close } = await listen(server)
    origin = url
    return close
  })
  beforeEach(async () => {
    received.length = 0
  })
  const ctx = (now = new Date()) => testContext(database.db, undefined, now)
  const ctxOfJob = () => testContext(database.db, createSystemActor('send-webhooks'), new Date())
  const settled = () =>
    vi.waitFor(
      async () => {
        const { id, transactionId } = auditEvents
        const [last] = await database.db
          .select({ id })
          .from(auditEvents)
          .where(isInFeed)
          .orderBy(desc(transactionId), desc(id))
          .limit(1)
        expect(await findNewestEvent(database.db)).toBe(last?.id)
      },
      { timeout: 110_000 },
    )
  const buildUrl = (path: string) => `${origin}${path}`
  return {
    database,
    received,
    ctx,
    ctxOfJob,
    /** Waits until the written events can be read: transactions of other test files also delay them. */
    settled,
    async send(options?: Parameters<typeof sendWebhooks>[1]) {
      await settled()
      await sendWebhooks(ctxOfJob(), options)
    },
    buildUrl,
    /** Adds a webhook of changes to a path of the receiver, unless `values` say otherwise. */
    add: (path: string, values: Partial<Parameters<typeof createWebhook>[1]> = {}, now = new Date()) =>
      createWebhook(ctx(now), {
        name: `Receiver of ${path}`,
        url: buildUrl(path),
        types: ['change.*'],
        filter: null,
        format: 'thin',
        quiet_hours: null,
        ...values,
      }),
  }
}
