import { createHmac, randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { addSender, senderSecret } from '#e2e/support/own-sender.ts'
import { signIn } from '#e2e/support/sign-in.ts'
import { sendingKinds } from '#server/connections/all-kinds.ts'
import { expect, expectError, test } from './call-api.ts'

const hmac = (body: string, secret = senderSecret) => createHmac('sha256', secret).update(body).digest('hex')
const basic = (password: string) => `Basic ${Buffer.from(`prometheus:${password}`).toString('base64')}`

function standardHeaders(body: string, { secret = senderSecret, at = new Date(), id = randomUUID() } = {}) {
  const signature = new Webhook(secret, { format: 'raw' }).sign(id, at, body)
  const timestamp = String(Math.floor(at.getTime() / 1000))
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
}

type RequestHeaders = Record<string, string>
/** For each kind of sender: the headers of its signature, and requests that must be rejected. */
const senders: Readonly<
  Record<string, { good: (body: string) => RequestHeaders; bad: (body: string) => RequestHeaders[] }>
> = {
  github: {
    good: (body) => ({ 'x-github-event': 'ping', 'x-hub-signature-256': `sha256=${hmac(body)}` }),
    bad: (body) => [
      { 'x-hub-signature-256': `sha256=${hmac(body, 'another')}` },
      { 'x-hub-signature-256': `sha256=${hmac(`${body} `)}` },
      { 'x-hub-signature-256': 'sha256=' },
      { 'x-hub-signature-256': 'nonsense' },
      { authorization: `Bearer ${senderSecret}` },
    ],
  },
  gitlab: {
    good: () => ({ 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': senderSecret }),
    bad: () => [{ 'x-gitlab-token': 'another' }, { 'x-gitlab-token': '' }, { authorization: `Bearer ${senderSecret}` }],
  },
  jira: {
    good: (body) => ({ 'x-hub-signature': `sha256=${hmac(body)}` }),
    bad: (body) => [{ 'x-hub-signature': `sha256=${hmac(body, 'another')}` }],
  },
  pagerduty: {
    good: (body) => ({ 'x-pagerduty-signature': `v1=${hmac(body, 'previous')},v1=${hmac(body)}` }),
    bad: (body) => [
      { 'x-pagerduty-signature': `v1=${hmac(body, 'another')}` },
      { 'x-pagerduty-signature': hmac(body) },
    ],
  },
  alertmanager: {
    good: () => ({ authorization: basic(senderSecret) }),
    bad: (body) => [{ authorization: basic('another') }, { authorization: 'Basic %%%' }, standardHeaders(body)],
  },
  argocd: {
    good: () => ({ authorization: `Bearer ${senderSecret}` }),
    bad: () => [{ authorization: 'Bearer another' }, { authorization: basic(senderSecret) }],
  },
  cloudevents: {
    good: (body) => standardHeaders(body),
    bad: () => [{ authorization: 'Bearer' }],
  },
  json: {
    good: (body) => standardHeaders(body),
    bad: (body) => [
      standardHeaders(body, { secret: 'another' }),
      standardHeaders(`${body} `),
      standardHeaders(body, { at: new Date(Date.now() - 600_000) }),
      { ...standardHeaders(body), 'webhook-id': 'of-another-event' },
    ],
  },
}

const toPath = (name: string) => `/api/events/v1/${name}`

for (const kind of sendingKinds) {
  test(`events of ${kind} are stored with a good signature, and rejected with a bad or missing one`, async ({
    call,
    context,
    baseURL,
  }) => {
    const signatures = senders[kind]
    if (!signatures) throw new Error(`Add the good and bad signatures of ${kind} to \`senders\`.`)
    const { good, bad } = signatures
    await signIn(context, baseURL ?? '', 'admin')
    const path = toPath(await addSender(context.request, kind))
    const body = JSON.stringify({ sent: randomUUID() })
    const rejections = []
    for (const headers of [{}, ...bad(body)]) rejections.push(await call('POST', path, { body, headers }))
    rejections.push(await call('POST', toPath('no-such-connection'), { body, headers: good(body) }))
    for (const response of rejections) {
      expectError(response, 401, 'unauthenticated')
      expect(response.json.error.message).toBe(rejections[0]?.json.error.message)
    }
    const first = await call('POST', path, { body, headers: good(body) })
    expect({ status: first.status, json: first.json }).toEqual({ status: 202, json: { status: 'stored' } })
    expect(first.headers.get('ratelimit-policy')).toMatch(/^"events";/)
  })
}
