import { createServer } from 'node:http'
import { discoverOAuthProtectedResourceMetadata, extractWWWAuthenticateParams } from '@modelcontextprotocol/client'
import { desc, eq } from 'drizzle-orm'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { GET as getMetadata } from '#app/mcp/metadata/route.ts'
import { POST } from '#app/mcp/route.ts'
import { linkIdentity } from '#server/platform/auth/sign-in-with-provider.ts'
import { provideTestDatabase } from '#server/platform/db/testing.ts'
import { listen } from '#server/platform/http/testing-listen.ts'
import { testPerson } from '#server/platform/runtime/testing-context.ts'
import { createContext, insertAccount } from '#server/reviews/testing.ts'
import { accounts } from '#server/schema/access.ts'
import { auditEvents } from '#server/schema/history.ts'
import { connectAssistant, setAssistants } from './testing-assistant.ts'

const database = provideTestDatabase()
const origin = 'http://127.0.0.1'
const audience = `${origin}/mcp`
const clientSecret = 'a client secret that is long enough for HS256'
const ada = testPerson('manager', 'acc_ada')
const bea = testPerson('viewer', 'acc_bea')

let keys: Awaited<ReturnType<typeof generateKeyPair>>
let issuer: string
let isAway = false
const provider = createServer(async (request, response) => {
  if (isAway) return request.socket.destroy()
  const isMetadata = request.url?.endsWith('openid-configuration')
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify(isMetadata ? { issuer, jwks_uri: `${issuer}/jwks` } : { keys: [jwk] }))
})

beforeAll(async () => {
  keys = await generateKeyPair('RS256')
  const { url, close } = await listen(provider)
  issuer = url
  turnOn()
  for (const person of [ada, bea]) {
    await insertAccount(database.db, person)
    await linkIdentity(createContext(database.db), person.id, { issuer, subject: `subject of ${person.id}` })
  }
  await database.db.update(accounts).set({ isDisabled: true }).where(eq(accounts.id, bea.id))
  return close
})

const turnOn = (oidc_issuer = issuer) =>
  setAssistants(database, {
    assistants: 'read',
    public_url: origin,
    oidc_issuer,
    oidc_client_id: 'hindsight',
    oidc_client_secret: clientSecret,
  })

type TokenChange = { claims?: Record<string, unknown>; secret?: Uint8Array; alg?: string }

function sign({ claims, secret, alg = 'RS256' }: TokenChange = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const payload = {
    iss: issuer,
    aud: audience,
    sub: 'subject of acc_ada',
    scope: 'openid read',
    iat: now,
    exp: now + 60,
    ...claims,
  }
  return new SignJWT(payload).setProtectedHeader({ alg, kid: 'one' }).sign(secret ?? keys.privateKey)
}

const post = (token: string) =>
  POST(
    new Request(audience, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    }),
  )

test('an access token of the provider acts as its person, with their role', async () => {
  const client = await connectAssistant(await sign())
  const { content } = await client.callTool({ name: 'find_changes', arguments: {} })
  expect(content).toEqual([{ type: 'text', text: '{"total_count":0}' }])
  const [entry] = await database.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1)
  expect(entry).toMatchObject({ actorKind: 'account', actorId: ada.id, entityType: 'account', actionName: 'asked' })
})

test.each<[string, TokenChange]>([
  ['for another audience', { claims: { aud: 'http://127.0.0.1' } }],
  ['for our client, as an ID token is', { claims: { aud: 'hindsight' } }],
  ['of another issuer', { claims: { iss: 'https://other.example' } }],
  ['that expired', { claims: { exp: Math.floor(Date.now() / 1000) - 3600 } }],
  ['that never expires', { claims: { exp: undefined } }],
  ['signed with the client secret', { secret: new TextEncoder().encode(clientSecret), alg: 'HS256' }],
  ['of a stranger', { claims: { sub: 'somebody else' } }],
  ['of a disabled account', { claims: { sub: 'subject of acc_bea' } }],
])('refuses a token %s', async (_, change) => {
  const response = await post(await sign(change))
  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toContain('resource_metadata=')
})

test('refuses a token without a scope of ours', async () => {
  const response = await post(await sign({ claims: { scope: 'openid' } }))
  expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('scope read or propose')])
})

test('refuses a token with another signature, and one without', async () => {
  const [header, payload] = (await sign()).split('.')
  const other = (await generateKeyPair('RS256')).privateKey
  const forged = await new SignJWT({ iss: issuer, aud: audience, sub: 'subject of acc_ada' })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setExpirationTime('1m')
    .sign(other)
  const unsigned = Buffer.from('{"alg":"none"}').toString('base64url')
  for (const token of [forged, `${unsigned}.${payload}.AA`, `${header}.${payload}.AA`]) {
    expect((await post(token)).status).toBe(401)
  }
})

test('a client finds the provider by the challenge and the metadata', async () => {
  const refused = await POST(new Request(audience, { method: 'POST' }))
  expect(refused.status).toBe(401)
  const { resourceMetadataUrl = '', scope } = extractWWWAuthenticateParams(refused)
  expect(String(resourceMetadataUrl)).toBe(`${origin}/.well-known/oauth-protected-resource/mcp`)
  expect(scope).toBe('read')
  const metadata = await discoverOAuthProtectedResourceMetadata(audience, { resourceMetadataUrl }, (url) =>
    getMetadata(new Request(url)),
  )
  expect(metadata).toMatchObject({
    resource: audience,
    authorization_servers: [issuer],
    scopes_supported: ['read', 'propose'],
    bearer_methods_supported: ['header'],
  })
})

test('says so when the keys of the provider cannot be read', async () => {
  isAway = true
  const token = await sign({ claims: { iss: issuer } })
  turnOn(`${issuer}/elsewhere`)
  const response = await post(token)
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining('sign-in provider') } })
})
