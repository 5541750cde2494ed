import { createServer, type RequestListener } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listenInTest } from '#server/platform/http/testing-listen.ts'
import { createOutgoing, type OutgoingOptions } from './create-outgoing.ts'
import { isAllowedIpAddress } from './ip-address.ts'
import { type OutgoingError, readRetryAfter } from './outgoing.ts'

/** A client and a server that answers with `listener`. */
async function startServer(listener: RequestListener, options: Partial<OutgoingOptions> = {}) {
  const { url } = await listenInTest(createServer(listener))
  const outgoing = createOutgoing({
    kind: 'servicenow',
    plainHosts: ['127.0.0.1', 'localhost'],
    allowedRanges: [],
    retryDelayMs: 1,
    assertOriginal: async () => {},
    ...options,
  })
  onTestFinished(outgoing.close)
  return { outgoing, url: `${url}/` }
}

const catchReason = (sending: Promise<unknown>) =>
  sending.then(
    () => 'sent',
    (error: OutgoingError) => error.reason,
  )

describe('hosts', () => {
  test.each([
    ['93.184.216.34', true],
    ['2606:2800:220:1::1', true],
    ['127.0.0.1', false],
    ['10.1.2.3', false],
    ['172.31.0.1', false],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['255.255.255.255', false],
    ['224.0.0.1', false],
    ['::1', false],
    ['fe80::1', false],
    ['fd00:ec2::254', false],
    ['::ffff:169.254.169.254', false],
    ['64:ff9b::a9fe:a9fe', false],
    ['2002:a9fe:a9fe::', false],
    ['::10.0.0.1', false],
    ['4000::1', false],
    ['168.63.129.16', false],
    ['not an IP address', false],
  ])('allows %s: %s', (ipAddress, isAllowed) => {
    expect(isAllowedIpAddress(ipAddress, [])).toBe(isAllowed)
  })

  test('allows a range that an admin named, and nothing beside it', () => {
    expect(isAllowedIpAddress('10.20.1.1', ['10.20.0.0/16', 'fd00::/8'])).toBe(true)
    expect(isAllowedIpAddress('::ffff:10.20.1.1', ['10.20.0.0/16'])).toBe(true)
    expect(isAllowedIpAddress('fd12::1', ['10.20.0.0/16', 'fd00::/8'])).toBe(true)
    expect(isAllowedIpAddress('10.21.1.1', ['10.20.0.0/16', 'fd00::/8'])).toBe(false)
  })

  test('sends nothing without TLS, to a private IP address, or to a name with one', async () => {
    let received = 0
    const count: RequestListener = (_, response) => {
      received += 1
      response.end()
    }
    const { outgoing, url } = await startServer(count, { plainHosts: [] })
    const { port } = new URL(url)
    for (const forbiddenUrl of [
      url,
      'https://10.0.0.1/',
      'https://[::1]/',
      'https://0x7f.1/',
      `https://localhost:${port}/`,
    ]) {
      expect(await catchReason(outgoing.send({ method: 'GET', url: forbiddenUrl })), forbiddenUrl).toBe('address')
    }
    expect(received).toBe(0)
  })
})

test('repeats a read after failures and cut bodies, and no write', async () => {
  let received = 0
  const { outgoing, url } = await startServer((_, response) => {
    received += 1
    if (received === 1) response.socket?.destroy()
    else if (received === 2) response.writeHead(500).end()
    else if (received === 3) response.writeHead(200, { 'Content-Length': '10' }).write('half', () => response.destroy())
    else response.end('done')
  })
  expect((await outgoing.send({ method: 'GET', url })).body.toString()).toBe('done')
  expect(outgoing.requests).toBe(4)
  received = 1
  expect((await outgoing.send({ method: 'PATCH', url, body: '{}' })).status).toBe(500)
  received = 0
  expect(await catchReason(outgoing.send({ method: 'POST', url, body: '{}' }))).toBe('unreachable')
  expect(outgoing.requests).toBe(6)
})

test('waits as long as a busy host asks, and gives up where that is long', async () => {
  const waits = ['0', '3600']
  const { outgoing, url } = await startServer((_, response) => {
    const wait = waits.shift()
    if (wait === undefined) response.end('ready')
    else response.writeHead(429, { 'Retry-After': wait }).end()
  })
  const error: OutgoingError = await outgoing.send({ method: 'POST', url, body: '' }).catch((thrown) => thrown)
  expect(error.reason).toBe('busy')
  expect(error.retryAt?.getTime()).toBeGreaterThan(Date.now() + 3_590_000)
  expect((await outgoing.send({ method: 'POST', url, body: '' })).body.toString()).toBe('ready')
  expect(readRetryAfter('Sun, 01 Mar 2026 10:01:00 GMT', Date.parse('2026-03-01T10:00:00Z'))).toBe(60_000)
  expect(readRetryAfter('soon')).toBeUndefined()
})

test('follows redirects of the same host only', async () => {
  const { outgoing, url } = await startServer((request, response) => {
    const target = request.url === '/here' ? '/there' : 'https://elsewhere.example/'
    if (request.url === '/there') response.end('there')
    else response.writeHead(302, { Location: target }).end()
  })
  expect((await outgoing.send({ method: 'GET', url: `${url}here` })).body.toString()).toBe('there')
  expect(await catchReason(outgoing.send({ method: 'GET', url: `${url}away` }))).toBe('redirect')
  expect(await catchReason(outgoing.send({ method: 'POST', url: `${url}here` }))).toBe('redirect')
})

test('limits the size and the time of a response', async () => {
  const { outgoing, url } = await startServer((request, response) => {
    response.write('x'.repeat(2000))
    if (request.url === '/large') response.end()
  })
  expect(await catchReason(outgoing.send({ method: 'GET', url: `${url}large`, maxBytes: 1000 }))).toBe('too_large')
  expect(await catchReason(outgoing.send({ method: 'POST', url: `${url}slow`, timeoutMs: 50 }))).toBe('timeout')
})

test('stops sending to a host that fails in a row', async () => {
  const { outgoing, url } = await startServer((_, response) => response.writeHead(502).end())
  for (let failed = 0; failed < 4; failed += 1) {
    expect((await outgoing.send({ method: 'POST', url, body: '' })).status).toBe(502)
  }
  expect(await catchReason(outgoing.send({ method: 'GET', url }))).toBe('circuit')
  expect(outgoing.requests).toBe(4)
})

test('sends each request once where the caller repeats it, whatever comes back', async () => {
  let requests = 0
  const answers = [429, 503, 307, 500, 500, 500, 500, 500, 204]
  const { outgoing, url } = await startServer(
    (_, response) => {
      response.writeHead(answers[requests] ?? 500, { 'Retry-After': '0', Location: 'http://127.0.0.2/' }).end()
      requests += 1
    },
    { isSentOnce: true },
  )
  const statuses: number[] = []
  for (const _ of answers) statuses.push((await outgoing.send({ method: 'POST', url })).status)
  expect(statuses).toEqual(answers)
  expect(requests).toBe(answers.length)
})
