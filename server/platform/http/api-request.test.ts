import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseUrlTarget, readTarget, resolveTarget } from './api-request.ts'

const hosts = ['http://127.0.0.1:3000', 'https://[::1]', 'https://hindsight.example']

describe('readTarget', () => {
  test.each([
    '/',
    '/api/v1/users',
    '/api/v1/users/',
    '/api/v1/users?page=2&limit=3',
    '/api/v1/users?',
    '/api/v1/users?a=?b&c=//d',
    "/api/v1/users?name=O'Brien",
    '/api/v1/users?query=a%20~%20"b"&x=<y>|{z}`^',
    '/api/v1/users?page=2#here?there',
    '/api/v1/users?path=/../x\\y',
    '/api/v1/users?name=é',
    '/changes/CHG%201%2F2/review',
    '/users/%C3%A5sa%20b',
    '/changes/..x/...',
    '/users/a|b[c]@d',
  ])('reads %s as a URL does', (target) => {
    for (const host of hosts) {
      const { pathname, search } = new URL(`${host}${target}`)
      expect(readTarget(target)).toEqual({ pathname, search })
      expect(parseUrlTarget(`${host}${target}`)).toEqual({ pathname, search })
    }
  })

  test.each([
    '',
    '*',
    'api/v1/users',
    '?page=2',
    'localhost:3000',
    '//',
    '//elsewhere/path',
    '/api//v1/users',
    '/api/v1/users//',
    '/./api/v1/users',
    '/x/../api/v1/users',
    '/api/auth/../v1/users',
    '/api/v1/.',
    '/api/v1/..?a=b',
    '/changes/%zz',
    '/changes/%E0%A4%A/review',
    '/%2e/api/v1/users',
    '/x/%2E%2e/api/v1/users',
    '/x/.%2E/api/v1/users',
    '/api\\v1',
    '/x/..\\api/v1/users',
    '/api/v1/users#here',
    '/api/v1/users#here?there',
    '/api/v1/é',
    '/api/v1/"x"',
    '/api/v1/<x>',
    '/api/v1/a b',
    '/api/\tv1',
  ])('rejects %j, which is not in normal form', (target) => {
    expect(readTarget(target)).toBeNull()
  })

  test('accepts only paths that a URL parser leaves as they are', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '/',
        '.',
        '..',
        '%2e',
        '%2E',
        '%2f',
        '%5c',
        '\\',
        '//',
        '?',
        '#',
        '%',
        '%zz',
        'api',
        'é',
        '\t',
        ';',
      ),
      fc.string({ maxLength: 3, unit: 'binary-ascii' }),
    )
    const paths = fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`)
    fc.assert(
      fc.property(paths, (raw) => {
        const target = readTarget(raw)
        if (target === null) return
        for (const host of hosts) {
          const { pathname, search } = new URL(`${host}${raw}`)
          expect([target.pathname, target.search]).toEqual([pathname, search])
        }
        expect(raw.split('?', 1)[0]).toBe(target.pathname)
      }),
      { numRuns: 5_000 },
    )
  })
})

type Head = { url?: string; version?: string; headers?: readonly (readonly [string, string])[] }

const localhost = ['Host', 'localhost'] as const

/** A request like one of node:http, on a socket of 192.0.2.1. */
function makeRequest({ url = '/changes', version = '1.1', headers = [localhost] }: Head): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: '192.0.2.1' })
  const request = new IncomingMessage(socket)
  request.rawHeaders = headers.flat()
  request.headers = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))
  return Object.assign(request, { url, httpVersion: version })
}

function resolve(head: Head, trustProxy = false): IncomingMessage {
  const request = makeRequest(head)
  resolveTarget(request, trustProxy)
  return request
}

describe('resolveTarget', () => {
  test('returns the target and leaves the URL unchanged', () => {
    const request = makeRequest({ url: '/changes?page=2' })
    expect(resolveTarget(request, false)).toEqual({ pathname: '/changes', search: '?page=2' })
    expect(request.url).toBe('/changes?page=2')
  })

  test.each([
    ['http://localhost/changes?page=2', '/changes?page=2'],
    ['HTTPS://localhost:1/changes', '/changes'],
    ['http://localhost', '/'],
  ])('reads the absolute URL %s as %s', (url, path) => {
    expect(resolve({ url }).url).toBe(path)
  })

  test('rejects a path that is not in normal form', () => {
    expect(() => resolve({ url: '/./changes' })).toThrow(/normal form/)
  })

  test.each(['localhost', 'localhost:3000', '127.0.0.1:80', '[::1]:3000', 'Hindsight.example', 'bücher.example'])(
    'accepts the host %s',
    (host) => {
      expect(() => resolve({ headers: [['Host', host]] })).not.toThrow()
    },
  )

  test.each([
    '',
    '%',
    'a b',
    'a,b',
    'localhost/x',
    'me@localhost',
    'localhost?',
    'localhost#',
    'a\\b',
    '[::1',
    'a:port',
    'a:99999',
  ])('rejects the host %j', (host) => {
    expect(() => resolve({ headers: [['Host', host]] })).toThrow(/valid host/)
  })

  test('rejects two hosts, and a missing one in HTTP/1.1', () => {
    expect(() => resolve({ headers: [localhost, ['host', 'localhost']] })).toThrow(/more than one/)
    expect(() => resolve({ headers: [] })).toThrow(/needs a Host/)
    expect(() => resolve({ headers: [], version: '1.0' })).not.toThrow()
  })

  test.each(['0.9', '1.2', '2.0'])('rejects HTTP/%s', (version) => {
    expect(() => resolve({ version })).toThrow(`not HTTP/${version}`)
  })
})

describe('the forwarded headers', () => {
  const forged = [
    localhost,
    ['X-Forwarded-For', '198.51.100.7, 203.0.113.9'],
    ['X-Forwarded-Host', 'inner.example, hindsight.example'],
    ['X-Forwarded-Proto', 'http, https'],
    ['X-Forwarded-Port', '443'],
    ['Forwarded', 'for=198.51.100.7'],
  ] as const

  test('are reduced to the IP address of the socket without a trusted proxy', () => {
    expect(resolve({ headers: forged }).headers).toEqual({ host: 'localhost', 'x-forwarded-for': '192.0.2.1' })
  })

  test('have the last value, which a trusted proxy added', () => {
    expect(resolve({ headers: forged }, true).headers).toEqual({
      host: 'localhost',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'hindsight.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-port': '443',
    })
  })

  test('have the IP address of the socket if a trusted proxy sends none', () => {
    expect(resolve({}, true).headers['x-forwarded-for']).toBe('192.0.2.1')
    expect(resolve({ headers: [localhost, ['X-Forwarded-For', 'a, ']] }, true).headers['x-forwarded-for']).toBe(
      '192.0.2.1',
    )
  })

  test.each([
    ['X-Forwarded-Host', '['],
    ['X-Forwarded-Proto', 'javascript'],
    ['X-Forwarded-Port', 'x'],
  ] as const)('are rejected when a trusted proxy sends %s: %s', (name, value) => {
    expect(() => resolve({ headers: [localhost, [name, value]] }, true)).toThrow(/invalid value/)
  })
})
