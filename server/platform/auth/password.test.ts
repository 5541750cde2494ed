import * as argon2 from '@node-rs/argon2'
import { beforeEach, expect, test, vi } from 'vitest'
import { hashPassword, isPassword } from './password.ts'

vi.mock('@node-rs/argon2', async (importOriginal) => {
  const { verify, ...others } = await importOriginal<typeof argon2>()
  return { ...others, verify: vi.fn(verify) }
})
beforeEach(() => {
  vi.mocked(argon2.verify).mockClear()
})

test('does the same work for an account without a hash, so that timing reveals nothing', async () => {
  const known = await hashPassword('correct horse battery staple')
  expect(await isPassword(known, 'a wrong password')).toBe(false)
  expect(await isPassword(null, 'a wrong password')).toBe(false)
  const [first = '', second = ''] = vi.mocked(argon2.verify).mock.calls.map(([hash]) => String(hash))
  const readParameters = (hash: string) => hash.split('$').slice(0, 4)
  expect(readParameters(second)).toEqual(readParameters(first))
  expect(second).not.toBe(first)
})

test('accepts no password without a hash, not even the decoy', async () => {
  expect(await isPassword(null, 'a password that nobody has')).toBe(false)
})
