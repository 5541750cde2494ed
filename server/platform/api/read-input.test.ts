import { expect, test } from 'vitest'
import { readQuery } from './read-input.ts'

const read = (search: string) => readQuery({ pathname: '/', search })

test('treats the name of an inherited property like any other', () => {
  expect(Object.entries(read('?__proto__=a&constructor=b&toString'))).toEqual([
    ['__proto__', 'a'],
    ['constructor', 'b'],
    ['toString', ''],
  ])
})

test.each(['?a=1&a=2', '?a=1&%61=1', '?__proto__=1&__proto__=2'])('rejects a repeated parameter: %s', (search) => {
  expect(() => read(search)).toThrow('appears more than once')
})

test.each(['?a=%00', '?a%00=1', '?a=%ff', '?a=%'])('rejects %s', (search) => {
  expect(() => read(search)).toThrow(/NUL|percent-encoding/)
})

test('decodes once', () => {
  expect(read('?a=%2541+b')).toEqual({ a: '%41 b' })
})
