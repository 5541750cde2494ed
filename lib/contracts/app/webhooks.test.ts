import { expect, test } from 'vitest'
import { replayDeliveries } from './webhook-deliveries.ts'
import { NewWebhook, WebhookPatch } from './webhooks.ts'

test.each([
  ['https://example.org/hook?key=a@b', true],
  ['http://127.0.0.1:3000', true],
  ['foo', false],
  ['', false],
  ['hooks.slack.com/x', false],
  ['HI}Yqtx_:445', false],
  ['ftp://example.org/hook', false],
  ['https://user@host/', false],
  ['https://:p@host/', false],
  ['https://example.org/hook#part', false],
])('takes the address %s of a webhook: %s', (url, isTaken) => {
  const refused = {
    success: false,
    error: { issues: expect.arrayContaining([expect.objectContaining({ path: ['url'] })]) },
  }
  for (const read of [
    NewWebhook.safeParse({ name: 'One', url, types: ['review.*'] }),
    WebhookPatch.safeParse({ url }),
  ]) {
    expect(read).toMatchObject(isTaken ? { success: true } : refused)
  }
})

test('the end of a period of deliveries is not before its start', () => {
  const issuesOf = (body: object) => replayDeliveries.body.safeParse(body).error?.issues
  const since = '2026-03-02T08:00:00Z'
  expect(issuesOf({ since })).toBeUndefined()
  expect(issuesOf({ since, until: '2026-03-02T08:00:00.000Z' })).toBeUndefined()
  expect(issuesOf({ since, until: '2026-03-02T07:59:59.999Z' })).toMatchObject([
    { path: ['until'], message: 'must not be before since' },
  ])
})
