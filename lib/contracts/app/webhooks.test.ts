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

test('a refused value of the quiet hours, and a long address, say what is valid', () => {
  const hour = 'must be a whole number from 0 to 23'
  const day = 'must be a whole number from 1 to 7'
  const quiet = { days: [0, 1.5, 8], from: 24, until: '7' }
  const read = WebhookPatch.safeParse({ url: `https://example.org/${'x'.repeat(3000)}`, quiet_hours: quiet })
  expect(read.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual([
    'url must have at most 2,000 characters',
    `quiet_hours.days.0 ${day}`,
    `quiet_hours.days.1 ${day}`,
    `quiet_hours.days.2 ${day}`,
    `quiet_hours.from ${hour}`,
    `quiet_hours.until ${hour}`,
  ])
  expect(WebhookPatch.safeParse({ url: 'example.org/hook' }).error?.issues).toHaveLength(1)
  const findQuietHoursIssue = (days: unknown) =>
    WebhookPatch.safeParse({ quiet_hours: { days, from: 0, until: 0 } }).error?.issues.map(({ message }) => message)
  expect(findQuietHoursIssue([1, 2, 3, 4, 5, 6, 7])).toEqual(['must leave a day for messages'])
  expect(findQuietHoursIssue(Array(8).fill(1))).toEqual(['must have each day at most once'])
  expect(findQuietHoursIssue('Sunday')).toEqual(['must be a list of days, from 1 for Monday to 7 for Sunday'])
})

test('the end of a period of deliveries is not before its start', () => {
  const findReplayIssues = (body: object) => replayDeliveries.body.safeParse(body).error?.issues
  const since = '2026-03-02T08:00:00Z'
  expect(findReplayIssues({ since })).toBeUndefined()
  expect(findReplayIssues({ since, until: '2026-03-02T08:00:00.000Z' })).toBeUndefined()
  expect(findReplayIssues({ since, until: '2026-03-02T07:59:59.999Z' })).toMatchObject([
    { path: ['until'], message: 'must not be before since' },
  ])
})
