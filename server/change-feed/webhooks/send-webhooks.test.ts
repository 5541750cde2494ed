import { HTTP } from 'cloudevents'
import { Client } from 'pg'
import { Webhook } from 'svix'
import { beforeAll, expect, test, vi } from 'vitest'
import { changeActions } from '#lib/actions/record-actions.ts'
import { webhookPaths } from '#lib/domain/webhook-paths.ts'
import { listBlocksToRun } from '#server/cli/testing-documents.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { readRows } from '#server/platform/db/testing.ts'
import { log } from '#server/platform/log/log.ts'
import { renderMetrics } from '#server/platform/metrics/metrics.ts'
import { readSamples } from '#server/platform/metrics/testing-samples.ts'
import { testPerson } from '#server/platform/runtime/testing-context.ts'
import { putChange } from '#server/reviews/api-writes/put-change.ts'
import { insertAccount, insertChange, insertOwed } from '#server/reviews/testing.ts'
import { auditEvents } from '#server/schema/history.ts'
import { notifications } from '#server/schema/notifications.ts'
import { webhooks } from '#server/schema/webhooks.ts'
import { createSecret, updateWebhook } from './commands.ts'
import { getDelivery, listDeliveries, replayDeliveries, replayDelivery, testWebhook } from './deliveries.ts'
import { getWebhook } from './queries.ts'
import { hasWebhookWork } from './send-webhooks.ts'
import { provideWebhooks, type Received } from './testing-webhooks.ts'

const hooks = provideWebhooks({
  '/fails': (response) => response.writeHead(500).end('out of order'),
  '/busy': (response) => response.writeHead(429, { 'Retry-After': '7200' }).end(),
  '/limits': (response) => response.writeHead(429).end(),
  '/hangs': () => {},
  '/redirects': (response) => response.writeHead(307, { Location: 'http://169.254.169.254/latest/meta-data' }).end(),
  '/gone': (response) => response.writeHead(410).end(),
})
const { ctx, received, send, settled } = hooks

beforeAll(() => insertAccount(hooks.database.db, testPerson('admin')))

const hour = 3_600_000
const anyway = { expectedVersions: undefined, mustExist: undefined }
const write = (number: string, title = 'A change') => putChange(ctx(), number, { title, state: 'new' }, anyway)
const page = { page: 1, limit: 50 }
const listOldestFirst = async (id: string) => (await listDeliveries(ctx(), id, page)).rows.toReversed()
/** Verifies a request with another implementation. */
const verify = (secret: string, { headers, body }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)

test('sends what happens to a record from then on, signed, and nothing twice', async () => {
  await write('CHG-BEFORE')
  await settled()
  const { webhook, secret } = await hooks.add('/', { types: ['change.created', 'review.*'] })
  expect(await hasWebhookWork(ctx())).toBe(false)
  await write('CHG-1')
  await write('CHG-1', 'Another title')
  await settled()
  expect(await hasWebhookWork(ctx())).toBe(true)
  await Promise.all([send(), send()])
  expect(await hasWebhookWork(ctx())).toBe(false)
  const [request, ...others] = received
  expect(others).toEqual([])
  expect(request && verify(secret, request)).toEqual({
    type: 'change.created',
    timestamp: expect.stringMatching(/Z$/),
    data: { reference: 'CHG-1', link: '/changes/CHG-1' },
  })
  const [delivery] = await listOldestFirst(webhook.id)
  expect(delivery).toMatchObject({ id: request?.headers['webhook-id'], status: 'delivered', tries: 1, key: 'CHG-1' })
  expect(await getWebhook(ctx(), webhook.id)).toMatchObject({ waiting: 0, last_delivered_at: delivery?.finished_at })
})

test('a write runs the same statements with ten webhooks as without any', async () => {
  const countStatements = async (number: string) => {
    const query = vi.spyOn(Client.prototype, 'query')
    await write(number)
    const sent = query.mock.calls.map(([statement]): unknown => statement)
    query.mockRestore()
    return sent.map((one) => (typeof one === 'object' && one !== null && 'text' in one ? one.text : one))
  }
  await write('CHG-W0')
  const before = await countStatements('CHG-W1')
  expect(before.length).toBeGreaterThan(3)
  await settled()
  for (let number = 0; number < 10; number += 1) await hooks.add(`/${number}`)
  expect(await countStatements('CHG-W2')).toEqual(before)
  await send()
  expect(received).toHaveLength(10)
})

test('sends the record, or a CloudEvent', async () => {
  await hooks.add('/record', { format: 'record' })
  await hooks.add('/cloudevent', { format: 'cloudevent' })
  await write('CHG-2', 'With its record')
  await send()
  const [record, event] = ['/record', '/cloudevent'].map((wanted) => received.find(({ path }) => path === wanted))
  expect(JSON.parse(record?.body ?? '')).toMatchObject({
    data: { record: { number: 'CHG-2', title: 'With its record' } },
  })
  expect(HTTP.toEvent({ headers: event?.headers ?? {}, body: event?.body })).toMatchObject({
    id: event?.headers['webhook-id'],
    type: 'change.created',
    subject: 'CHG-2',
    data: { reference: 'CHG-2' },
  })
})

test('two secrets verify while one replaces the other, and one afterwards', async () => {
  const { webhook, secret: old } = await hooks.add('/')
  const { secret: current } = await createSecret(ctx(), webhook.id, null)
  await testWebhook(ctx(), webhook.id)
  const [during] = received
  for (const secret of [old, current]) expect(during && verify(secret, during)).toMatchObject({ type: 'webhook.test' })
  await hooks.database.db.update(webhooks).set({ previousUntil: new Date(0).toISOString() })
  await testWebhook(ctx(), webhook.id)
  const after = received[1]
  expect(() => after && verify(old, after)).toThrow('No matching signature')
  expect(after && verify(current, after)).toMatchObject({ type: 'webhook.test' })
})

test('the receiver of the documentation accepts a request, and no altered or old one', async () => {
  const [block] = listBlocksToRun('run: receiver')
  const { isFromHindsight } = await import(`data:text/javascript,${encodeURIComponent(block?.text ?? '')}`)
  const { webhook, secret } = await hooks.add('/')
  await createSecret(ctx(), webhook.id, null)
  await testWebhook(ctx(), webhook.id)
  const { headers, body } = received[0] as Received
  expect(isFromHindsight(secret, headers, body)).toBe(true)
  expect(isFromHindsight(secret, headers, `${body} `)).toBe(false)
  expect(isFromHindsight(secret, { ...headers, 'webhook-timestamp': '1700000000' }, body)).toBe(false)
  expect(isFromHindsight('whsec_b3RoZXI=', headers, body)).toBe(false)
  expect(isFromHindsight(secret, {}, body)).toBe(false)
})

test('quiet hours let messages wait', async () => {
  const text = 'A <title>'
  await insertChange(hooks.database.db, 'CHG-Q', { title: text })
  const { webhook } = await hooks.add('/', { format: 'slack', quiet_hours: { days: [], from: 12, until: 13 } })
  await recordEvent(ctx(), changeActions.update, 'CHG-Q', {})
  const at = (hours: number) => ({ clock: () => new Date(`2100-01-01T${hours}:30:00Z`) })
  const query = vi.spyOn(Client.prototype, 'query')
  await send(at(12))
  expect(received).toEqual([])
  query.mockClear()
  await send(at(12))
  expect(JSON.stringify(query.mock.calls.map(([statement]): unknown => statement))).not.toMatch(/for update/)
  expect(await getWebhook(ctx(), webhook.id)).toMatchObject({ waiting: 1 })
  await send(at(13))
  expect(received.map(({ body }) => JSON.parse(body).blocks)).toEqual([
    [
      { type: 'header', text: { type: 'plain_text', text: 'Change CHG-Q: updated', emoji: false } },
      { type: 'section', text: { type: 'plain_text', text, emoji: false } },
    ],
  ])
})

test('a filter decides by the record, and lets deletions pass', async () => {
  await insertOwed(hooks.database.db, 'CHG-HIGH', {}, { risk: 'high' })
  await insertOwed(hooks.database.db, 'CHG-LOW', {}, { risk: 'low' })
  await hooks.add('/', { types: ['change.*'], filter: 'risk = high' })
  await hooks.add('/reviews', { types: ['review.*'], filter: 'risk = high and review_status = not_started' })
  const event = (number: string, action: typeof changeActions.update | typeof changeActions.delete) =>
    recordEvent(ctx(), action, number, {})
  await event('CHG-HIGH', changeActions.update)
  await event('CHG-LOW', changeActions.update)
  await event('CHG-NONE', changeActions.delete)
  for (const key of ['PIR-CHG-HIGH', 'PIR-CHG-LOW']) {
    await recordEvent(ctx(), { entity: 'review', name: 'assigned', writes: 'update' }, key, {})
  }
  await send()
  const referencesAt = (wanted: string) =>
    received.filter(({ path }) => path === wanted).map(({ body }) => JSON.parse(body).data.reference)
  expect(referencesAt('/').toSorted()).toEqual(['CHG-HIGH', 'CHG-NONE'])
  expect(referencesAt('/reviews')).toEqual(['PIR-CHG-HIGH'])
})

test('a receiver that hangs, fails, redirects or is busy gets it again by the schedule, and holds up no other', async () => {
  const paths = ['/hangs', '/fails', '/redirects', '/busy', '/works']
  const added = await Promise.all(paths.map((path) => hooks.add(path)))
  await write('CHG-3')
  await send({ timeoutMs: 600 })
  const [hangs, fails, redirects, busy, works] = await Promise.all(
    added.map(async ({ webhook: { id } }) => {
      const [delivery] = await listOldestFirst(id)
      return getDelivery(ctx(), id, delivery?.id ?? '')
    }),
  )
  expect(works?.status).toBe('delivered')
  expect(hangs?.attempts[0]).toMatchObject({ response: null, error: expect.stringMatching(/did not respond in time/) })
  expect(fails?.attempts[0]).toMatchObject({
    response: { status: 500, body: 'out of order' },
    error: 'It answered 500.',
  })
  expect(redirects?.attempts[0]?.error).toBe(
    'It redirects to http://169.254.169.254/latest/meta-data, which is not followed.',
  )
  for (const { tries, attempts, next_attempt_at: next } of [hangs, fails, redirects].flatMap((one) => one ?? [])) {
    expect(tries).toBe(1)
    const { at = '', duration_ms = 0 } = attempts[0] ?? {}
    const waitMs = Date.parse(next ?? '') - Date.parse(at) - duration_ms
    expect(waitMs).toBeGreaterThanOrEqual(5_000)
    expect(waitMs).toBeLessThanOrEqual(5_500)
  }
  expect(Date.parse(busy?.next_attempt_at ?? '') - Date.parse(busy?.attempts[0]?.at ?? '')).toBe(2 * hour)
})

test.each([
  ['busy', 2 * hour],
  ['limits', hour / 60],
])('a receiver that answers 429 (%s) is sent nothing for a time, and no attempt failed', async (how, ms) => {
  const { webhook } = await hooks.add(`/${how}`)
  let now = Date.now()
  const clock = () => new Date(now)
  await write(`CHG-B1-${how}`)
  await write(`CHG-B1-${how}`, 'Later')
  await send({ clock })
  await write(`CHG-B2-${how}`)
  await send({ clock })
  const until = new Date(now + ms).toISOString()
  const waits = { status: 'waiting', tries: 0, next_attempt_at: until }
  expect(received).toHaveLength(1)
  expect(await listOldestFirst(webhook.id)).toMatchObject([waits, waits, waits])
  expect(await getWebhook(ctx(), webhook.id)).toMatchObject({ busy_until: until, failing_since: expect.any(String) })
  expect(await hasWebhookWork(ctx())).toBe(false)
  now += ms
  await send({ clock })
  const references = received.map(({ body }) => JSON.parse(body).data.reference)
  expect(references.toSorted()).toEqual(['B1', 'B1', 'B2'].map((one) => `CHG-${one}-${how}`))
  await updateWebhook(ctx(), webhook.id, { url: hooks.buildUrl('/works') })
  await send({ clock })
  expect(await getWebhook(ctx(), webhook.id)).toMatchObject({ busy_until: null, waiting: 0 })
})

test('410 disables a webhook, and notifies the admins', async () => {
  const { webhook } = await hooks.add('/gone')
  await write('CHG-4')
  await send()
  expect(await getWebhook(ctx(), webhook.id)).toMatchObject({ state: 'gone', waiting: 1 })
  expect(await hasWebhookWork(ctx())).toBe(false)
  const [notice] = await readRows(hooks.database.db, notifications, { kind: 'webhook_stopped' })
  expect(notice).toMatchObject({
    recipient: testPerson('admin').email,
    title: `The webhook ${webhook.name} is disabled`,
    isMailDue: true,
  })
})

test('the last attempt comes after three days and pauses the webhook; switched on, it begins again', async () => {
  const { webhook } = await hooks.add('/fails')
  await write('CHG-5')
  await write('CHG-6')
  const start = Date.now()
  let now = start
  const clock = () => new Date(now)
  vi.spyOn(Math, 'random').mockReturnValue(0)
  for (let tries = 1; tries <= 10; tries += 1) {
    expect(await getWebhook(ctx(), webhook.id)).toMatchObject({ state: 'on' })
    await send({ clock })
    const deliveries = await listOldestFirst(webhook.id)
    expect(deliveries.map((one) => [one.status, one.tries])).toEqual(deliveries.map(() => ['waiting', tries]))
    if (tries < 10) now = Math.max(...deliveries.map(({ next_attempt_at: at }) => Date.parse(at ?? '')))
  }
  expect(now - start).toBeGreaterThan(3 * 24 * hour)
  expect(await getWebhook(ctx(), webhook.id)).toMatchObject({ state: 'paused', waiting: 2, failed: 0 })
  const notices = await hooks.database.db.select().from(notifications)
  expect(notices).toContainEqual(
    expect.objectContaining({ title: `The webhook ${webhook.name} is paused`, isMailDue: true }),
  )
  await updateWebhook(ctx(clock()), webhook.id, { state: 'on' })
  await send({ clock })
  expect((await listOldestFirst(webhook.id)).map((one) => [one.status, one.tries])).toEqual([
    ['waiting', 1],
    ['waiting', 1],
  ])
  await updateWebhook(ctx(), webhook.id, { url: hooks.buildUrl('/works') })
  now += hour
  await send({ clock })
  expect(await getWebhook(ctx(), webhook.id)).toMatchObject({ state: 'on', waiting: 0, failed: 0, failing_since: null })
})

test('a filter that is no longer valid fails and pauses its webhook, and can be switched off or replaced', async () => {
  const { webhook } = await hooks.add('/')
  const breakFilter = () => hooks.database.db.update(webhooks).set({ filter: 'colour = red' })
  await breakFilter()
  await write('CHG-F1')
  let now = Date.now()
  const clock = () => new Date(now)
  await send({ clock })
  const failing = await getWebhook(ctx(), webhook.id)
  expect(failing).toMatchObject({ state: 'on', failing_since: clock().toISOString() })
  // It rests, instead of failing each second.
  expect(await hasWebhookWork(ctx())).toBe(false)
  expect(await updateWebhook(ctx(), webhook.id, { state: 'off' })).toMatchObject({ state: 'off' })
  await updateWebhook(ctx(), webhook.id, { state: 'on' })
  for (const days of [1, 3]) {
    now += days * 24 * hour
    await send({ clock })
  }
  expect(await getWebhook(ctx(), webhook.id)).toMatchObject({ state: 'paused' })
  const notices = await readRows(hooks.database.db, notifications, { path: webhookPaths.one(webhook.id) })
  expect(notices.map(({ body }) => body)).toEqual([
    expect.stringMatching(/filter is no filter of the fields of changes/),
  ])
  await updateWebhook(ctx(), webhook.id, { state: 'on' })
  now += hour
  await send({ clock })
  expect((await getWebhook(ctx(), webhook.id)).failing_since).not.toBeNull()
  await updateWebhook(ctx(), webhook.id, { types: ['review.*'], filter: 'risk = high' })
  now += hour
  await send({ clock })
  expect(await getWebhook(ctx(), webhook.id)).toMatchObject({ waiting: 0, failing_since: null })
})

test('sends the events of one record in their order: the next waits for the one before', async () => {
  const { webhook } = await hooks.add('/fails')
  await write('CHG-7')
  await write('CHG-7', 'Later')
  await write('CHG-8')
  await send()
  expect((await listOldestFirst(webhook.id)).map(({ key, tries }) => [key, tries])).toEqual([
    ['CHG-7', 1],
    ['CHG-7', 0],
    ['CHG-8', 1],
  ])
  expect(await hasWebhookWork(ctx())).toBe(false)
})

test('sends one delivery, or those since a time, again with the same identifier', async () => {
  const { webhook } = await hooks.add('/')
  const numbers = ['CHG-R1', 'CHG-R2', 'CHG-R3']
  for (const number of numbers) await write(number)
  await send()
  const ids = received.map(({ headers }) => headers['webhook-id'])
  const [first] = await listOldestFirst(webhook.id)
  await replayDelivery(ctx(), webhook.id, first?.id ?? '')
  await send()
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([...ids, first?.id])
  const since = new Date(0).toISOString()
  expect(await replayDeliveries(ctx(), webhook.id, { since, status: 'failed' })).toBe(0)
  expect(await replayDeliveries(ctx(), webhook.id, { since })).toBe(3)
  await send()
  expect(new Set(received.slice(4).map(({ headers }) => headers['webhook-id']))).toEqual(new Set(ids))
  const entries = await readRows(hooks.database.db, auditEvents, { entityType: 'webhook' })
  expect(entries.map(({ actionName }) => actionName)).toEqual(['create', 'replayed', 'replayed'])
})

test('a failed attempt leaves a line in the log, and is counted', async () => {
  const warn = vi.spyOn(log, 'warn')
  const countFailed = async () =>
    readSamples(await renderMetrics()).get('hindsight_webhook_attempts_total{result="failed"}') ?? 0
  const before = await countFailed()
  const { webhook } = await hooks.add('/fails')
  await write('CHG-LOGGED')
  await send()
  expect(warn).toHaveBeenCalledWith(
    { webhook: webhook.name, delivery: expect.stringMatching(/^msg_/), reason: 'It answered 500.' },
    'webhook failed',
  )
  expect(await countFailed()).toBe(before + 1)
})
