import { expect, test } from 'vitest'
import { buildProviderOptions, readVerified } from './provider-options.ts'

const now = new Date('2026-03-10T12:00:00.000Z')
const makeToken = (claims: unknown) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
const issued = (seconds: number) => ({ sub: 'someone', iat: now.getTime() / 1000 + seconds })

test.each([-3600, 0, 30])('accepts an ID token issued %i seconds from now', (seconds) => {
  expect(readVerified(makeToken(issued(seconds)), now)).toEqual(issued(seconds))
})

test.each([31, 3600])('rejects an ID token issued %i seconds from now', (seconds) => {
  expect(() => readVerified(makeToken(issued(seconds)), now)).toThrow(/issued in the future/)
})

test.each([undefined, '', 'e30.e30.', makeToken({ sub: '', iat: 1 }), makeToken({ sub: 'someone' })])(
  'rejects an ID token without subject or time: %j',
  (token) => {
    expect(() => readVerified(token, now)).toThrow()
  },
)

const issuer = 'https://login.example.org/realm'

/** The claims that the sign-in reads from a provider with this metadata and these claims at its userinfo endpoint. */
async function readClaims(
  metadata: Record<string, unknown>,
  userinfoClaims: Record<string, unknown> = { sub: 'someone' },
) {
  const settings = {
    issuer,
    clientId: 'c',
    clientSecret: 's',
    name: 'Example',
    roleClaim: 'roles',
    isEmailTrusted: false,
  }
  const { userinfo } = buildProviderOptions({ ...settings, roleMap: undefined, defaultRole: undefined })
  if (typeof userinfo !== 'object' || !userinfo.request) throw new Error('The options have no userinfo request.')
  const iat = Math.floor(Date.now() / 1000)
  const client = { issuer: { metadata }, userinfo: async () => userinfoClaims }
  const tokens = { id_token: makeToken({ sub: 'someone', iat }), access_token: 'a' }
  return userinfo.request({ client, tokens } as unknown as Parameters<typeof userinfo.request>[0])
}

test.each([issuer, `${issuer}/`])('accepts the metadata of the configured provider: %s', async (named) => {
  expect(
    await readClaims({ issuer: named, userinfo_endpoint: 'https://x' }, { sub: 'someone', email: 'a@b.org' }),
  ).toEqual(expect.objectContaining({ sub: 'someone', email: 'a@b.org' }))
})

test.each(['https://evil.example', `${issuer}.evil.example`, `${issuer}//`, 'https://login.example.org', ''])(
  'rejects the metadata of another issuer: %j',
  async (named) => {
    await expect(readClaims({ issuer: named })).rejects.toThrow('another issuer')
  },
)

test('rejects userinfo about another person than the ID token', async () => {
  const result = readClaims({ issuer, userinfo_endpoint: 'https://x' }, { sub: 'another', email: 'a@b.org' })
  await expect(result).rejects.toThrow('another person')
})
