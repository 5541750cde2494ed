import { expect, it } from 'vitest'
import { providerOptions, readVerified } from './provider-options.ts'

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

const issuer = 'https://login.example.org/realm'

/** What the sign-in learns from a provider with this metadata, which tells at its userinfo of `told`. */
async function learn(metadata: Record<string, unknown>, told: Record<string, unknown> = { sub: 'someone' }) {
  const settings = {
    issuer,
    clientId: 'c',
    clientSecret: 's',
    name: 'Example',
    roleClaim: 'roles',
    isEmailTrusted: false,
  }
  const { userinfo } = providerOptions({ ...settings, roleMap: undefined, defaultRole: undefined })
  if (typeof userinfo !== 'object' || !userinfo.request) throw new Error('There is no request of the claims.')
  const iat = Math.floor(Date.now() / 1000)
  const client = { issuer: { metadata }, userinfo: async () => told }
  const tokens = { id_token: tokenOf({ sub: 'someone', iat }), access_token: 'a' }
  return userinfo.request({ client, tokens } as unknown as Parameters<typeof userinfo.request>[0])
}

it.each([issuer, `${issuer}/`])('takes the metadata of the provider that is configured: %s', async (named) => {
  expect(await learn({ issuer: named, userinfo_endpoint: 'https://x' }, { sub: 'someone', email: 'a@b.org' })).toEqual(
    expect.objectContaining({ sub: 'someone', email: 'a@b.org' }),
  )
})

it.each(['https://evil.example', `${issuer}.evil.example`, `${issuer}//`, 'https://login.example.org', ''])(
  'refuses the metadata of another issuer: %j',
  async (named) => {
    await expect(learn({ issuer: named })).rejects.toThrow('another issuer')
  },
)

it('refuses a userinfo that tells of another person than the ID token', async () => {
  const asked = learn({ issuer, userinfo_endpoint: 'https://x' }, { sub: 'another', email: 'a@b.org' })
  await expect(asked).rejects.toThrow('another person')
})
