import { expect, it } from 'vitest'
import { readVerified } from './provider-options.ts'

const now = new Date('2026-03-10T12:00:00.000Z')
const tokenOf = (claims: unknown) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
const issued = (seconds: number) => ({ sub: 'someone', iat: now.getTime() / 1000 + seconds })

it.each([-3600, 0, 30])('takes an ID token that was issued %i seconds from now', (seconds) => {
  expect(readVerified(tokenOf(issued(seconds)), now)).toEqual(issued(seconds))
})

it.each([31, 3600])('refuses an ID token that was issued %i seconds from now', (seconds) => {
  expect(() => readVerified(tokenOf(issued(seconds)), now)).toThrow(/ahead of our time/)
})

it.each([undefined, '', 'e30.e30.', tokenOf({ sub: '', iat: 1 }), tokenOf({ sub: 'someone' })])(
  'refuses an ID token that tells of nobody or of no time: %j',
  (token) => {
    expect(() => readVerified(token, now)).toThrow()
  },
)
