import { expect, test } from 'vitest'
import { eventTypes } from '#lib/actions/event-types.ts'
import { changeActions } from '#lib/actions/record-actions.ts'
import { recordEvent } from '#server/platform/audit/record-event.ts'
import { readRows } from '#server/platform/db/testing.ts'
import { resealSecrets } from '#server/platform/reseal-secrets.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { auditEvents } from '#server/schema/history.ts'
import { webhooks } from '#server/schema/webhooks.ts'
import { createSecret, deleteWebhook, updateWebhook } from './commands.ts'
import { findWebhooks, getWebhook } from './queries.ts'
import { openWebhook } from './sealed-webhook.ts'
import { provideWebhooks } from './testing-webhooks.ts'

const hooks = provideWebhooks()
const { ctx } = hooks
const readRefusedField = (sending: Promise<unknown>) =>
  sending.then(
    () => 'accepted',
    (error) => `${error.details?.[0]?.field}: ${error.details?.[0]?.issue}`,
  )

test('names the types of events by the actions of the history', () => {
  expect(eventTypes.review).toEqual(expect.arrayContaining(['review.created', 'review.signed_off', 'review.overdue']))
  expect(eventTypes.change).toEqual(expect.arrayContaining(['change.created', 'change.updated', 'change.deleted']))
  expect(eventTypes.improvement).toContain('improvement.verified')
})

test.each([
  [{ types: ['review.eaten'] }, 'types: has no type review.eaten'],
  [{ types: ['change.*', 'review.*'], filter: 'risk = high' }, /^filter: needs types of one kind of record/],
  [{ filter: 'colour = red' }, /^filter: is no filter of the fields of changes: .*[^.]$/],
  [{ url: 'https://169.254.169.254/latest' }, /^url: must be another/],
  [{ url: 'http://example.org/hook' }, /^url: must be another/],
])('refuses %o', async (values, refusal) => {
  expect(await readRefusedField(hooks.add('/', values))).toMatch(refusal)
  const { webhook } = await hooks.add('/')
  expect(await readRefusedField(updateWebhook(ctx(), webhook.id, values))).toMatch(refusal)
})

test('a name is that of one webhook', async () => {
  const { webhook } = await hooks.add('/one')
  const { webhook: other } = await hooks.add('/two')
  await expect(hooks.add('/one')).rejects.toMatchObject({ code: 'conflict' })
  await expect(updateWebhook(ctx(), other.id, { name: webhook.name })).rejects.toMatchObject({ code: 'conflict' })
  expect((await findWebhooks(ctx())).map(({ name }) => name)).toEqual([webhook.name, other.name])
})

test('there are at most 50 webhooks, also when several are added at once', async () => {
  for (let number = 0; number < 48; number += 1) await hooks.add(`/${number}`)
  const adding = await Promise.allSettled(Array.from({ length: 5 }, (_, number) => hooks.add(`/more-${number}`)))
  const refused = adding.filter((one) => one.status === 'rejected').map(({ reason }) => reason)
  const limit = { code: 'conflict', message: expect.stringMatching(/already 50 webhooks/) }
  expect(refused).toMatchObject([limit, limit, limit])
  expect(await findWebhooks(ctx())).toHaveLength(50)
})

test('neither the database nor the history holds address or secret in clear', async () => {
  const { webhook, secret } = await hooks.add('/hidden-part', { name: 'Channel' })
  const { secret: next } = await createSecret(ctx(), webhook.id, null)
  await updateWebhook(ctx(), webhook.id, { url: hooks.buildUrl('/another-hidden-part'), state: 'off' })
  expect((await getWebhook(ctx(), webhook.id)).url).toBe(hooks.buildUrl('/another-hidden-part'))
  const rows = await hooks.database.db.select().from(webhooks)
  await deleteWebhook(ctx(), webhook.id)
  const entries = await readRows(hooks.database.db, auditEvents)
  expect(entries.map(({ actionName }) => actionName)).toEqual([
    'create',
    'secret_made',
    'switched_off',
    'update',
    'delete',
  ])
  const text = JSON.stringify([rows, entries])
  for (const hidden of ['hidden-part', secret, next]) expect(text).not.toContain(hidden)
})

test('a secret that is still valid ends only by a request that names it', async () => {
  const { webhook, secret: first } = await hooks.add('/')
  const [one, other] = await Promise.allSettled([
    createSecret(ctx(), webhook.id, null),
    createSecret(ctx(), webhook.id, webhook.previous_secret_until),
  ])
  const [made] = [one, other].filter((result) => result.status === 'fulfilled')
  const [refused] = [one, other].filter((result) => result.status === 'rejected')
  const until = made?.value.webhook.previous_secret_until ?? null
  expect(refused?.reason).toMatchObject({ code: 'conflict', message: expect.stringContaining(`is ${until}.`) })
  const openIt = async () => {
    const [row] = await hooks.database.db.select().from(webhooks)
    return row && openWebhook(row)
  }
  expect(await openIt()).toMatchObject({ secret: made?.value.secret, previous: first })

  const { secret: third } = await createSecret(ctx(), webhook.id, until)
  expect(await openIt()).toMatchObject({ secret: third, previous: made?.value.secret })
})

test('another HINDSIGHT_SECRET reads what the previous one sealed, once it is sealed again', async () => {
  const { webhook } = await hooks.add('/kept')
  const before = getRuntime()
  const secret = 'the secret of the second month'
  await resealSecrets(hooks.database.db, { secret, previousSecret: before.secret })
  try {
    setRuntime({ ...before, secret })
    expect((await getWebhook(ctx(), webhook.id)).url).toBe(hooks.buildUrl('/kept'))
    setRuntime({ ...before, secret: 'a secret that sealed nothing' })
    expect((await getWebhook(ctx(), webhook.id)).url).toBe(new URL(hooks.buildUrl('/')).origin)
    await expect(createSecret(ctx(), webhook.id, null)).rejects.toMatchObject({ code: 'conflict' })
  } finally {
    setRuntime(before)
  }
})

test('a webhook that is switched off and on again gets what happened meanwhile', async () => {
  const { webhook } = await hooks.add('/')
  await updateWebhook(ctx(), webhook.id, { state: 'off' })
  await recordEvent(ctx(), changeActions.update, 'CHG-1', {})
  await hooks.send()
  expect(hooks.received).toEqual([])
  await updateWebhook(ctx(), webhook.id, { state: 'on' })
  await hooks.send()
  expect(hooks.received).toHaveLength(1)
})
