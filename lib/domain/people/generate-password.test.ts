import { expect, test, vi } from 'vitest'
import { Password } from '#lib/contracts/app/accounts.ts'
import { generatePassword } from './generate-password.ts'

test('returns five groups of four that the contract accepts, never the same twice', () => {
  const made = Array.from({ length: 200 }, generatePassword)
  for (const password of made) {
    expect(password).toMatch(/^([a-hjkmnp-z2-9]{4}-){4}[a-hjkmnp-z2-9]{4}$/)
    expect(Password.safeParse(password).success).toBe(true)
  }
  expect(new Set(made).size).toBe(made.length)
})

test('rejects bytes that would make some characters likelier', () => {
  const bytes = [255, 248, 247]
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    if (array instanceof Uint8Array) array[0] = bytes.shift() ?? 0
    return array
  })
  expect(generatePassword()).toBe('9aaa-aaaa-aaaa-aaaa-aaaa')
})
