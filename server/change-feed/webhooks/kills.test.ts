import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { Webhook } from 'svix'
import { expect, onTestFinished, test } from 'vitest'
import { changeActions } from '#lib/actions/record-actions.ts'
import { recordEvents } from '#server/platform/audit/record-event.ts'
import { createDatabase } from '#server/platform/db/client.ts'
import { waitForUses } from '#server/platform/db/testing.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { webhookDeliveries, webhooks } from '#server/schema/webhooks.ts'
import { attemptDelivery, openWebhookClient } from './attempt-delivery.ts'
import { sealWebhook } from './sealed-webhook.ts'
import { sendWebhooks } from './send-webhooks.ts'
import { provideWebhooks } from './testing-webhooks.ts'

const hooks = provideWebhooks()
const { ctx, ctxOfJob, received } = hooks
const timeout = 120_000 * runs(1)

/**
 * Starts a process with its own database pool, which loses all its connections at once when it is killed. It is
 * `doomed` after so many uses of the database.
 */
function startProcess(name: string, clock: () => Date, uses: number) {
  const url = new URL(hooks.database.url)
  url.searchParams.set('application_name', name)
  const { db, pool } = createDatabase(url.href, { poolSize: 4 })
  const work = sendWebhooks({ ...ctxOfJob(), db }, { clock }).catch(() => {})
  return {
    doomed: waitForUses(pool, uses),
    work,
    async kill() {
      const ended = pool.end()
      await hooks.database.db.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`,
      )
      await Promise.all([ended, work])
    },
  }
}

test('of events under kills each arrives, with one identifier, and in the order of its record', {
  timeout,
}, async () => {
  const lives = fc.sample(fc.integer({ min: 5, max: 30 }), { numRuns: 1_000, seed: 27 })
  const count = runs(400)
  const records = 100
  const { secret } = await hooks.add('/')
  const start = Date.parse('2026-03-01T00:00:00Z')
  const writeAll = async () => {
    for (let number = 0; number < count; number += 1) {
      await recordEvents(ctx(new Date(start + number)), changeActions.update, [
        { entityId: `CHG-${number % records}`, changes: {} },
      ])
    }
  }
  let isWriting = true
  const writing = writeAll().finally(() => {
    isWriting = false
  })
  // Deliveries that a killed process had claimed are free after a minute.
  let skewMs = 0
  const clock = () => new Date(Date.now() + skewMs)
  let starts = 0
  let kills = 0
  const countDelivered = () => hooks.database.db.$count(webhookDeliveries, eq(webhookDeliveries.status, 'delivered'))
  while (isWriting || (await countDelivered()) < count) {
    const uses = lives[starts % lives.length] ?? 1
    const processes = [startProcess(`a${starts}`, clock, uses), startProcess(`b${starts}`, clock, uses)]
    const finished = Promise.all(processes.map(({ work }) => work))
    if ((await Promise.race([finished, ...processes.map(({ doomed }) => doomed)])) === 'doomed') kills += 1
    for (const process of processes) await process.kill()
    starts += 1
    skewMs += 61_000
  }
  await writing
  expect(kills).toBeGreaterThan(0)
  const firsts = [...new Map(received.toReversed().map((one) => [one.headers['webhook-id'], one])).values()].reverse()
  expect(firsts).toHaveLength(count)
  const bodies = firsts.map(({ headers, body }) => {
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    expect(headers['webhook-signature']).toBe(new Webhook(secret).sign(String(headers['webhook-id']), at, body))
    return JSON.parse(body)
  })
  const bodiesByReference = Map.groupBy(bodies, ({ data }) => data.reference)
  expect(bodiesByReference.size).toBe(records)
  for (const sent of bodiesByReference.values()) {
    const times = sent.map(({ timestamp }) => timestamp)
    expect(times).toEqual(times.toSorted())
  }
  expect(new Set(bodies.map(({ timestamp }) => timestamp)).size).toBe(count)
})

test('no request goes to an address that is not public, in whatever form it is written', async () => {
  let connections = 0
  const trap = createServer().on('connection', (socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => trap.listen(0, '::', resolve))
  onTestFinished(() => void trap.close())
  const { port } = trap.address() as AddressInfo
  const addresses = ['127.0.0.9', '10.1.2.3', '192.168.0.1', '169.254.169.254', '172.31.9.1', '0x7f.1.9', '2130706441']
  const others = ['0177.1.0.9', '[::ffff:127.0.0.9]', '[fd00:9::1]', '[fe80::9]', '[::1]', '[::]', 'localhost']
  const urls = [...addresses, ...others].map((host) => `https://${host}:${port}/`)
  const { webhook } = await hooks.add('/')
  const [row] = await hooks.database.db.select().from(webhooks)
  const outgoing = openWebhookClient(hooks.database.db)
  onTestFinished(() => outgoing.close())
  for (const url of urls) {
    const sealedSecret = sealWebhook({ url, secret: 'whsec_RVhBTVBMRQ==' })
    const sent = { id: webhook.id, body: '{}' }
    const receiver = { ...(row as NonNullable<typeof row>), sealedSecret }
    const { attempt: made } = await attemptDelivery(outgoing, receiver, sent, new Date())
    expect(made, url).toMatchObject({ response: null, error: expect.stringMatching(/not a public address/) })
  }
  expect(connections).toBe(0)
  expect(await hooks.database.db.select().from(webhookDeliveries)).toEqual([])
})
