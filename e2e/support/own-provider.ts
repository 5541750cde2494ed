import { createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type KoaContext, Provider } from 'oidc-provider'
import { recordSecrets } from './recorded-secrets.ts'
import { freePort, type ServerProcess, startServer } from './server-process.ts'
import { readWorld } from './world.ts'

type Claims = Record<string, unknown>
type IdToken = { header: Claims; claims: Claims; isSignedByAnother?: boolean }

export type OwnProvider = {
  readonly issuer: string
  readonly clientSecret: string
  /** Claims of the person that it signs in next, without a prompt. */
  person: Claims
  /** Changes to the next ID tokens before they are signed. */
  changeToken: ((token: IdToken) => IdToken) | undefined
  /** True if it accepts requests without responding. */
  isSilent: boolean
  /** The path on which it closes every connection. */
  cutsAt: string | undefined
  /** Signs with another key from now on, and publishes only that key. */
  rotateKey(): void
  stop(): void
}

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const makeKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const publicJwk = ({ key, kid }: { key: KeyObject; kid: string }) => ({
  ...createPublicKey(key).export({ format: 'jwk' }),
  kid,
  use: 'sig',
  alg: 'RS256',
})
const scopes = 'openid email profile'

/** A real OpenID Connect provider on a free loopback port, for a client with one redirect URL. */
export async function startProvider(redirectUri: string): Promise<OwnProvider> {
  const key = makeKey()
  const otherKey = makeKey()
  const clientSecret = randomUUID()
  recordSecrets(clientSecret)
  let rotated: { key: KeyObject; kid: string } | undefined
  let handle: (request: IncomingMessage, response: ServerResponse) => void
  const server = createServer((request, response) => {
    if (own.cutsAt !== undefined && request.url === own.cutsAt) request.socket.destroy()
    else if (!own.isSilent) handle(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const own: OwnProvider = {
    issuer,
    clientSecret,
    person: {},
    changeToken: undefined,
    isSilent: false,
    cutsAt: undefined,
    rotateKey: () => {
      rotated = { key: makeKey(), kid: randomUUID() }
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'hindsight', client_secret: clientSecret, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), kid: 'own', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomUUID()] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'roles'] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/interaction' },
    findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => ({ ...own.person, sub: accountId }) }),
    loadExistingGrant: async ({ oidc }: KoaContext) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope(scopes)
      await grant.save()
      return grant
    },
  })
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.path === '/jwks' && rotated) ctx.body = { keys: [publicJwk(rotated)] }
    const changeToken = own.changeToken ?? (rotated && ((token: IdToken) => token))
    if (ctx.path !== '/token' || !changeToken || typeof ctx.body.id_token !== 'string') return
    const [header, claims] = ctx.body.id_token.split('.', 2).map((part) => JSON.parse(atobUrl(part)))
    const changed = changeToken({ header: { ...header, ...(rotated ? { kid: rotated.kid } : {}) }, claims })
    const text = `${base64url(changed.header)}.${base64url(changed.claims)}`
    const signature = sign(
      'RSA-SHA256',
      Buffer.from(text),
      changed.isSignedByAnother ? otherKey : (rotated?.key ?? key),
    )
    ctx.body = {
      ...ctx.body,
      id_token: `${text}.${changed.header.alg === 'none' ? '' : signature.toString('base64url')}`,
    }
  })
  const serve = provider.callback()
  handle = (request, response) => {
    if (!request.url?.startsWith('/interaction')) return serve(request, response)
    const login = { accountId: String(own.person.sub) }
    provider.interactionFinished(request, response, { login }).catch(() => response.writeHead(500).end())
  }
  return own
}

const atobUrl = (part: string) => Buffer.from(part, 'base64url').toString('utf8')

export type ServedProvider = {
  readonly home: string
  readonly provider: OwnProvider
  readonly server: ServerProcess
  stop(): Promise<void>
}

/** A person who is new to the service. */
export function newPerson(): Record<string, unknown> {
  const sub = randomUUID()
  const email = `${sub}@hindsight.example`
  return { sub, email, email_verified: true, name: `Person ${sub.slice(0, 8)}`, roles: ['reviewers'] }
}

/** Starts a server that signs people in with a provider of its own, who gives reviewers and viewers their role. */
export async function startServerWithProvider(env: Record<string, string> = {}): Promise<ServedProvider> {
  const port = String(await freePort())
  const home = `http://127.0.0.1:${port}`
  const provider = await startProvider(`${home}/api/auth/callback/oidc`)
  provider.person = newPerson()
  const server = await startServer({
    ...readWorld().serverEnv,
    PORT: port,
    HINDSIGHT_PUBLIC_URL: home,
    HINDSIGHT_OIDC_ISSUER: provider.issuer,
    HINDSIGHT_OIDC_CLIENT_ID: 'hindsight',
    HINDSIGHT_OIDC_CLIENT_SECRET: provider.clientSecret,
    HINDSIGHT_OIDC_NAME: 'Example ID',
    HINDSIGHT_OIDC_ROLE_MAP: 'reviewers=reviewer; staff=viewer',
    ...env,
  })
  const stop = async () => {
    await server.stop()
    provider.stop()
  }
  return { home, provider, server, stop }
}
