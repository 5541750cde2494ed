import { connect } from 'node:net'
import { ErrorBody } from '#lib/contracts/errors.ts'
import { expect, test } from './call-api.ts'

/** Sends bytes as they stand and gives the head and the body of the answer. */
function send(baseUrl: string, text: string): Promise<{ head: string; body: string }> {
  const { hostname, port } = new URL(baseUrl)
  return new Promise((done, fail) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', fail)
    socket.on('close', () => {
      const [head = '', body = ''] = answer.split('\r\n\r\n', 2)
      done({ head, body })
    })
  })
}

const close = 'Host: localhost\r\nConnection: close\r\n'

test.describe('what is not a request that can be read', () => {
  for (const [name, text] of [
    ['a method that nobody knows', `NOTHING /api/health HTTP/1.1\r\n${close}\r\n`],
    ['bytes of another protocol', '\x16\x03\x01\x02\r\n\r\n'],
    ['a length that is none', `POST /api/health HTTP/1.1\r\n${close}Content-Length: abc\r\n\r\n`],
    ['header fields of 20 KB', `GET /api/health HTTP/1.1\r\n${close}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['an impossible host', 'GET /api/health HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
    ['no host', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['no host for a page', 'GET /changes HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['a backslash in the path', `GET /api/x\\y HTTP/1.1\r\n${close}\r\n`],
    ['an asterisk for an address', `OPTIONS * HTTP/1.1\r\n${close}\r\n`],
  ] as const) {
    test(`${name} is a 400 with the error object`, async ({ world }) => {
      const { head, body } = await send(world.production, text)
      expect(head).toMatch(/^HTTP\/1\.1 400 /)
      const { error } = ErrorBody.parse(JSON.parse(body))
      expect(error.code).toBe('invalid_request')
      expect(head.toLowerCase()).toContain(`x-request-id: ${error.request_id}`)
      expect(head.toLowerCase()).toContain('x-content-type-options: nosniff')
      expect(head.toLowerCase()).toContain("content-security-policy: default-src 'none'; frame-ancestors 'none'")
    })
  }
})

test.describe('unusual requests', () => {
  for (const [name, text] of [
    [
      'an offer to go on in HTTP/2',
      `GET /api/health HTTP/1.1\r\n${close.replace('close', 'close, Upgrade')}Upgrade: h2c\r\n\r\n`,
    ],
    ['HTTP/1.0 without a host', 'GET /api/health HTTP/1.0\r\n\r\n'],
    ['the host in the address', `GET http://localhost/api/health HTTP/1.1\r\n${close}\r\n`],
    ['an expectation that nobody knows', `GET /api/health HTTP/1.1\r\n${close}Expect: 200-maybe\r\n\r\n`],
  ] as const) {
    test(`${name} is answered`, async ({ world, request }) => {
      // A page first: only then has Next taken hold of the server.
      await request.get(`${world.production}/sign-in`)
      const { head, body } = await send(world.production, text)
      expect(head).toMatch(/^HTTP\/1\.1 200 /)
      expect(body).toBe('{"status":"alive"}')
    })
  }

  for (const path of ['/changes/%E0%A4%A', '/users/%E0%A4%A', '/knowledge/%', '/changes/%zz/review/plan']) {
    test(`${path}, broken as it is, names a page that asks for a sign-in`, async ({ world }) => {
      const { head } = await send(world.production, `GET ${path} HTTP/1.1\r\n${close}\r\n`)
      expect(head).toMatch(/^HTTP\/1\.1 307 /)
      expect(head).toContain(`location: /sign-in?callbackUrl=`)
    })
  }

  for (const path of [
    '/.git/config',
    '/.git/',
    '/package.json',
    '/server/main.ts',
    '/_next/static/',
    '/screenshots/',
  ]) {
    test(`${path} is neither a file nor a folder that can be looked into`, async ({ world }) => {
      const { status } = await fetch(`${world.production}${path}`, { redirect: 'manual' })
      expect(status).toBe(404)
    })
  }

  test('a page does not take TRACE', async ({ world }) => {
    const { head } = await send(world.production, `TRACE / HTTP/1.1\r\n${close}\r\n`)
    expect(head).toMatch(/^HTTP\/1\.1 405 /)
  })
})
