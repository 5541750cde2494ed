import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { resolveTarget } from './api-request.ts'

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
