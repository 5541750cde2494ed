import { describe, expect, test } from 'vitest'
import { tokenSystems } from '#lib/contracts/endpoint.ts'
import { cutTokenHint, newTokenSecret } from './token-secret.ts'

describe('a token', () => {
  test.each(tokenSystems)('for %s has 256 random bits after a prefix', (system) => {
    const secrets = Array.from({ length: 200 }, () => newTokenSecret(system))
    for (const secret of secrets) expect(secret).toMatch(new RegExp(`^hindsight_${system}_[A-Za-z0-9_-]{43}$`))
    expect(new Set(secrets).size).toBe(200)
  })
})

describe('cutTokenHint', () => {
  test('hints at the prefix and four characters, even if the random part contains `_`', () => {
    expect(cutTokenHint('hindsight_itsm_ab_d-fgh_ijklmnop_qrstuvwxyz')).toBe('hindsight_itsm_ab_d')
    for (const system of tokenSystems) {
      const hints = Array.from({ length: 200 }, () => cutTokenHint(newTokenSecret(system)))
      expect(new Set(hints.map((hint) => hint.length))).toEqual(new Set([`hindsight_${system}_`.length + 4]))
    }
  })
})
