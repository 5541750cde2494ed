import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { decode } from 'next-auth/jwt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setTestRuntime } from '#server/platform/api/testing-call.ts'
import { createDatabase } from '#server/platform/db/client.ts'
import { getRuntime, setRuntime } from '#server/platform/runtime/runtime.ts'
import { decodeToken, getSessionCookieName, readSession } from './session-token.ts'

beforeAll(() => setTestRuntime({ ...createDatabase('postgres://nowhere/none'), url: '', drop: async () => {} }))
afterAll(() => setRuntime(undefined))

/** Encrypts a token with our secret but another algorithm of the standard (RFC 7518, section 5.2.3). */
function encryptOtherwise(claims: unknown, secret: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'NextAuth.js Generated Encryption Key', 32))
  const header = Buffer.from('{"alg":"dir","enc":"A128CBC-HS256"}').toString('base64url')
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-128-cbc', key.subarray(16), iv)
  const text = Buffer.concat([cipher.update(JSON.stringify(claims)), cipher.final()])
  const bits = Buffer.alloc(8)
  bits.writeBigUInt64BE(BigInt(header.length * 8))
  const mac = createHmac('sha256', key.subarray(0, 16)).update(header).update(iv).update(text).update(bits)
  const parts = [iv, text, mac.digest().subarray(0, 16)].map((part) => part.toString('base64url'))
  return [header, '', ...parts].join('.')
}

test('accepts a single algorithm, though the library accepts others', async () => {
  const { secret } = getRuntime()
  const claims = { sub: 'acc_1', sessionId: 'ses_1', sessionVersion: 1, exp: Math.floor(Date.now() / 1000) + 60 }
  const token = encryptOtherwise(claims, secret)
  expect(await decode({ token, secret })).toMatchObject(claims)
  await expect(decodeToken({ token, secret })).rejects.toThrow('not encrypted with our algorithm')
  expect(await readSession(new Headers({ cookie: `${getSessionCookieName(false)}=${token}` }))).toBeNull()
})

test.each(['', 'nonsense', 'e30.a.b.c.d', `${Buffer.from('{"alg":"none"}').toString('base64url')}..`])(
  'rejects the cookie %j',
  async (token) => {
    expect(await readSession(new Headers({ cookie: `${getSessionCookieName(false)}=${token}` }))).toBeNull()
  },
)
