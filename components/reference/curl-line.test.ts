import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ExampleRequest, formatCurlCommand } from './curl-line.ts'

/** Returns the arguments that a shell would pass to curl. */
function parseArguments(line: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${line}`
  const env = { ...process.env, TOKEN: 'secret' }
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8', env }).split('\0').slice(0, -1)
}

const get: ExampleRequest = { method: 'GET', path: '/api/v1/users', query: [], headers: [], body: null }

test('lets curl encode the query', () => {
  const line = formatCurlCommand('http://localhost:3000', { ...get, query: [['query', "title = 'it''s' & more"]] })
  expect(parseArguments(line)).toEqual([
    '-sS',
    '-G',
    'http://localhost:3000/api/v1/users',
    '--data-urlencode',
    "query=title = 'it''s' & more",
  ])
})

test('expands the token variable and nothing else', () => {
  const headers = [
    ['Authorization', 'Bearer $TOKEN'],
    ['If-Match', '"$TOKEN`id`"'],
  ] as const
  expect(parseArguments(formatCurlCommand('http://localhost:3000', { ...get, headers })).slice(2)).toEqual([
    '-H',
    'Authorization: Bearer secret',
    '-H',
    'If-Match: "$TOKEN`id`"',
  ])
})

test('passes any body unchanged', () => {
  const body = fc.string({ unit: 'grapheme', maxLength: 200 }).filter((text) => text.isWellFormed() && !/\0/.test(text))
  fc.assert(
    fc.property(body, (text) => {
      const line = formatCurlCommand('http://localhost:3000', { ...get, method: 'PATCH', body: text })
      expect(parseArguments(line)).toEqual(['-sS', '-X', 'PATCH', 'http://localhost:3000/api/v1/users', '-d', text])
    }),
    { numRuns: 40 },
  )
})
