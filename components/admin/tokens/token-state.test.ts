import { expect, test } from 'vitest'
import { listApiTokens } from '#lib/contracts/app/api-tokens.ts'
import { getTokenState } from './token-state.ts'

const [token] = listApiTokens.examples.response.result
const now = Date.parse('2026-03-10T12:00:00Z')

test.each([
  ['active', { expires_at: null, revoked_at: null }],
  ['active', { expires_at: '2026-03-10T12:00:00.001Z', revoked_at: null }],
  ['expired', { expires_at: '2026-03-10T12:00:00.000Z', revoked_at: null }],
  ['revoked', { expires_at: null, revoked_at: '2026-03-01T00:00:00.000Z' }],
  ['revoked', { expires_at: '2026-03-02T00:00:00.000Z', revoked_at: '2026-03-01T00:00:00.000Z' }],
] as const)('is %s with %j', (state, dates) => {
  expect(getTokenState({ ...token, ...dates }, now)).toBe(state)
})
