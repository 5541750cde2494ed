import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { decode, encode } from 'next-auth/jwt'
import { beforeAll, expect, test } from 'vitest'
import { provideTestRuntime } from '#server/platform/api/testing-call.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { createAccount } from './account-commands.ts'
import { findRunningSession } from './session-caller.ts'
import { decodeToken, getSessionCookieName, readSession } from './session-token.ts'
import { startSession } from './sessions.ts'

const database = provideTestRuntime()
let claims: { sub: string; sessionId: string; sessionVersion: number }
let genuine: string
beforeAll(async () => {
  claims = await startClaims('target')
  genuine = await encode({ token: claims, secret: getRuntime().secret })
})

async function startClaims(name: string) {
  const input = { email: `${name}@hindsight.example`, name, role: 'admin', password: 'a9-correct-horse' } as const
  const { id } = await createAccount(testContext(database.db), input)
  return { sub: id, sessionId: await startSession(database.db, id, new Date()), sessionVersion: 1 }
}

const withCookie = async (token: string, name = getSessionCookieName(false)) =>
  (await findRunningSession(new Headers({ cookie: `${name}=${token}` })))?.account ?? null

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A signed token (JWS) with the claims of the session, which a careless library would accept. */
function signed(header: Record<string, unknown>, key = ''): string {
  const text = `${base64url({ typ: 'JWT', ...header })}.${base64url({ ...claims, exp: 4_000_000_000 })}`
  return `${text}.${header.alg === 'none' ? '' : createHmac('sha256', key).update(text).digest('base64url')}`
}

/** The genuine token with one of its five parts (header, key, nonce, text, tag) changed. */
function changed(part: number, change: (text: string) => string): string {
  return genuine
    .split('.')
    .map((text, index) => (index === part ? change(text) : text))
    .join('.')
}
const flip = (text: string) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`

test('accepts the token of the sign-in', async () => {
  expect(await withCookie(genuine)).toMatchObject({ id: claims.sub })
})

test.each<[string, () => string | Promise<string>]>([
  ['without a signature', () => signed({ alg: 'none' })],
  ['without a signature, in other letters', () => signed({ alg: 'nOnE' }).split('.').slice(0, 2).concat('').join('.')],
  ['signed with an empty key', () => signed({ alg: 'HS256' })],
  ['signed with the secret but not sealed', () => signed({ alg: 'HS256' }, getRuntime().secret)],
  ['with another header', () => changed(0, () => base64url({ alg: 'none', enc: 'none' }))],
  ['with a key of its own', () => changed(1, () => base64url({ k: 'own' }))],
  ['with another nonce', () => changed(2, flip)],
  ['with another text', () => changed(3, flip)],
  ['with another tag', () => changed(4, flip)],
  ['cut off', () => genuine.slice(0, -8)],
  ['without its tag', () => changed(4, () => '')],
  ['sealed with another secret', () => encode({ token: claims, secret: 'another secret, which is not ours' })],
  ['sealed for another cookie', () => encode({ token: claims, secret: getRuntime().secret, salt: 'hindsight.state' })],
  ['that has expired', () => encode({ token: claims, secret: getRuntime().secret, maxAge: -60 })],
  ['that names no session', () => encode({ token: { sub: claims.sub }, secret: getRuntime().secret })],
  [
    'that names an unknown session',
    () => encode({ token: { ...claims, sessionId: 'ses_guessed' }, secret: getRuntime().secret }),
  ],
  ['that is empty', () => ''],
  ['that is no token', () => 'a.b.c.d.e'],
])('rejects a token %s', async (_, make) => {
  expect(await withCookie(await make())).toBeNull()
})

test('ignores the token under another cookie name', async () => {
  for (const name of [
    'next-auth.session-token',
    '__Host-hindsight.session',
    'HINDSIGHT.SESSION',
    ' hindsight_session',
  ]) {
    expect(await withCookie(genuine, name)).toBeNull()
  }
})

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
