import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseUrlTarget, readTarget } from './api-request.ts'

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
