import { ErrorBody } from '#lib/contracts/errors.ts'
import { expect, test } from './call-api.ts'
import { sendBytes } from './send-bytes.ts'

const close = 'Host: localhost\r\nConnection: close\r\n'

// Which paths are in normal form: server/platform/http/api-request.test.ts.
test('a request that is not valid HTTP, or not in normal form, is a 400 with the error object', async ({ world }) => {
  for (const [name, text] of [
    ['an unknown method', `NOTHING /api/health HTTP/1.1\r\n${close}\r\n`],
    ['bytes of another protocol', '\x16\x03\x01\x02\r\n\r\n'],
    ['an invalid length', `POST /api/health HTTP/1.1\r\n${close}Content-Length: abc\r\n\r\n`],
    ['header fields of 20 KB', `GET /api/health HTTP/1.1\r\n${close}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['an impossible host', 'GET /api/health HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
    ['no host', 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['no host for a page', 'GET /changes HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['a part of two dots', `GET /x/../api/health HTTP/1.1\r\n${close}\r\n`],
    ['dots behind the sign-in', `GET /api/auth/../health HTTP/1.1\r\n${close}\r\n`],
    ['a backslash in the path of a page', `GET /x\\..\\changes HTTP/1.1\r\n${close}\r\n`],
    ['two hosts', `GET /api/health HTTP/1.1\r\nHost: elsewhere\r\n${close}\r\n`],
    ['two hosts for a page', `GET /sign-in HTTP/1.1\r\nHost: elsewhere\r\n${close}\r\n`],
    ['a percent sign for a host', 'GET /api/auth/csrf HTTP/1.1\r\nHost: %\r\nConnection: close\r\n\r\n'],
    ['HTTP/2.0', `GET /api/health HTTP/2.0\r\n${close}\r\n`],
    ['a page in HTTP/2.0', `GET /sign-in HTTP/2.0\r\n${close}\r\n`],
    ['an asterisk for a URL', `OPTIONS * HTTP/1.1\r\n${close}\r\n`],
  ] as const) {
    const { head, body } = await sendBytes(world.production, text)
    expect(head, name).toMatch(/^HTTP\/1\.1 400 /)
    const { error } = ErrorBody.parse(JSON.parse(body))
    expect(error.code, name).toBe('invalid_request')
    expect(head.toLowerCase(), name).toContain(`x-request-id: ${error.request_id}`)
    expect(head.toLowerCase(), name).toContain('x-content-type-options: nosniff')
    expect(head.toLowerCase(), name).toContain("content-security-policy: default-src 'none'; frame-ancestors 'none'")
  }
})

test.describe('unusual requests', () => {
  test('get a response', async ({ world, request }) => {
    // A page first, which lets Next attach to the server.
    await request.get(`${world.production}/sign-in`)
    for (const [name, text] of [
      [
        'an offer to upgrade to HTTP/2',
        `GET /api/health HTTP/1.1\r\n${close.replace('close', 'close, Upgrade')}Upgrade: h2c\r\n\r\n`,
      ],
      ['HTTP/1.0 without a host', 'GET /api/health HTTP/1.0\r\n\r\n'],
      ['the host in the URL', `GET http://localhost/api/health HTTP/1.1\r\n${close}\r\n`],
      ['an unknown expectation', `GET /api/health HTTP/1.1\r\n${close}Expect: 200-maybe\r\n\r\n`],
    ] as const) {
      const { head, body } = await sendBytes(world.production, text)
      expect(head, name).toMatch(/^HTTP\/1\.1 200 /)
      expect(body, name).toBe('{"status":"alive"}')
    }
  })

  test('no images are resized', async ({ world }) => {
    for (const url of [
      '/_next/image',
      '/_next/image?url=%2Fscreenshots%2Ftoday.webp&w=64&q=75',
      '/_next/image?url=x',
    ]) {
      const { head } = await sendBytes(world.production, `GET ${url} HTTP/1.1\r\n${close}\r\n`)
      expect(head).toMatch(/^HTTP\/1\.1 404 /)
    }
  })

  test('a page rejects TRACE', async ({ world }) => {
    const { head } = await sendBytes(world.production, `TRACE / HTTP/1.1\r\n${close}\r\n`)
    expect(head).toMatch(/^HTTP\/1\.1 405 /)
  })
})
