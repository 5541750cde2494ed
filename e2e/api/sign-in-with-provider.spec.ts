import { randomUUID } from 'node:crypto'
import { type APIRequestContext, request as requests } from 'playwright/test'
import {
  newPerson,
  type OwnProvider,
  type ServedProvider,
  startProvider,
  startServerWithProvider,
} from '#e2e/support/own-provider.ts'
import { expect, test } from './call-api.ts'

// Each request and redirect of a sign-in, as a browser makes them. What a person sees: e2e/browser.
test.describe.configure({ mode: 'default' })

let served: ServedProvider
let provider: OwnProvider
let home: string
let person: APIRequestContext
test.beforeAll(async () => {
  served = await startServerWithProvider()
  provider = served.provider
  home = served.home
})
test.afterAll(() => served.stop())
test.beforeEach(async () => {
  provider.person = newPerson()
  provider.changeToken = undefined
  provider.cutsAt = undefined
  person = await requests.newContext()
})
test.afterEach(() => person.dispose())

const ownOrigin = { 'sec-fetch-site': 'same-origin' }

/** Begins a sign-in; returns the URL at the provider to which the page would go. */
async function begin(context: APIRequestContext, callbackUrl: string, at = home): Promise<string> {
  const { csrfToken } = await (await context.get(`${at}/api/auth/csrf`)).json()
  const form = { csrfToken, callbackUrl, json: 'true' }
  const response = await context.post(`${at}/api/auth/signin/oidc`, { form, headers: ownOrigin })
  return (await response.json()).url
}

/** Signs in, and returns the path to which it led. */
async function signIn(context = person, callbackUrl = '/users?page=2', at = home): Promise<string> {
  const { pathname, search } = new URL((await context.get(await begin(context, callbackUrl, at))).url())
  return pathname + search
}

/** Signs in, and returns the error with which the sign-in page is shown. */
async function signInRefused(at = home): Promise<string | null> {
  const path = await signIn(person, '/users?page=2', at)
  expect(path).toMatch(/^\/sign-in\?/)
  const { searchParams } = new URL(path, at)
  expect((await person.get(`${at}/api/app/v1/session`)).status()).toBe(401)
  return searchParams.get('error')
}

async function forgetSession(): Promise<void> {
  await person.dispose()
  person = await requests.newContext()
}

const now = () => Math.floor(Date.now() / 1000)
const tokenChanges: Record<string, NonNullable<OwnProvider['changeToken']>> = {
  'for another client': ({ header, claims }) => ({ header, claims: { ...claims, aud: 'another' } }),
  'for another client beside us': ({ header, claims }) => ({
    header,
    claims: { ...claims, aud: ['hindsight', 'another'], azp: 'another' },
  }),
  'with the nonce of another sign-in': ({ header, claims }) => ({ header, claims: { ...claims, nonce: 'another' } }),
  'without a nonce': ({ header, claims: { nonce: _nonce, ...claims } }) => ({ header, claims }),
  'of another issuer': ({ header, claims }) => ({ header, claims: { ...claims, iss: 'https://evil.example' } }),
  'of another person': ({ header, claims }) => ({ header, claims: { ...claims, sub: 'another' } }),
  'that has expired': ({ header, claims }) => ({ header, claims: { ...claims, exp: now() - 60 } }),
  'from a clock an hour ahead': ({ header, claims }) => ({
    header,
    claims: { ...claims, iat: now() + 3600, exp: now() + 7200 },
  }),
  'that another key signed': (token) => ({ ...token, isSignedByAnother: true }),
  'without a signature': ({ claims }) => ({ header: { alg: 'none' }, claims }),
}

test('an ID token that is not for this sign-in is refused, a clock a few seconds off is not', async () => {
  for (const [what, changeToken] of Object.entries(tokenChanges)) {
    provider.changeToken = changeToken
    expect(await signInRefused(), what).toBe('OAuthCallback')
    await forgetSession()
  }
  provider.changeToken = ({ header, claims }) => ({ header, claims: { ...claims, iat: now() + 5, exp: now() + 3600 } })
  expect(await signIn()).toBe('/users?page=2')
  const { account } = await (await person.get(`${home}/api/app/v1/session`)).json()
  const { email, name } = provider.person
  expect(account).toMatchObject({ email, name, role: 'reviewer' })
})

/** Signs in up to the last request, and returns that request's URL and the cookies that the browser would send. */
async function startSignIn(context: APIRequestContext): Promise<{ url: string; cookies: string[] }> {
  let url = await begin(context, '/users')
  while (!url.startsWith(home)) {
    const answer = await context.get(url, { maxRedirects: 0 })
    expect([302, 303]).toContain(answer.status())
    url = new URL(answer.headers().location ?? '', url).href
  }
  const cookies = (await context.storageState()).cookies
    .filter(({ name }) => name.startsWith('hindsight.'))
    .map(({ name, value }) => `${name}=${value}`)
  return { url, cookies }
}

async function endSignIn(url: string, cookies: readonly string[]) {
  const answer = await fetch(url, { redirect: 'manual', headers: { cookie: cookies.join('; ') } })
  const isIn = answer.headers.getSetCookie().some((line) => line.startsWith('hindsight.session='))
  return { isIn, location: answer.headers.get('location') }
}

/** The provider did not confirm the person's identity. */
const refused = { isIn: false, location: expect.stringMatching(/error=OAuthCallback$/) }

test('the end of a sign-in is good once, in the browser that began it', async () => {
  const { url, cookies } = await startSignIn(person)
  expect(await endSignIn(url, [])).toMatchObject({ isIn: false })
  expect(await endSignIn(url, cookies)).toEqual({ isIn: true, location: `${home}/users` })
  expect(await endSignIn(url, cookies)).toEqual(refused)
  for (const missing of ['pkce', 'nonce', 'state']) {
    await forgetSession()
    const { url, cookies } = await startSignIn(person)
    const left = cookies.filter((pair) => !pair.startsWith(`hindsight.${missing}=`))
    expect(left).toHaveLength(cookies.length - 1)
    expect(await endSignIn(url, left), missing).toEqual(refused)
  }
  const other = await requests.newContext()
  expect(await endSignIn((await startSignIn(other)).url, (await startSignIn(person)).cookies)).toMatchObject({
    isIn: false,
  })
  await other.dispose()
})

test('a beginning from another origin is refused, and asks the provider nothing', async () => {
  const { csrfToken } = await (await person.get(`${home}/api/auth/csrf`)).json()
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
    const answer = await person.post(`${home}/api/auth/signin/oidc`, { form: { csrfToken }, headers })
    expect(answer.status()).toBe(403)
    expect((await answer.json()).error.code).toBe('csrf_rejected')
  }
})

test('a new key of the provider needs nothing here', async () => {
  provider.rotateKey()
  expect(await signIn()).toBe('/users?page=2')
})

test('too many failed sign-ins show the time to wait, at the start and at the end of a sign-in', async () => {
  const limited = await startServerWithProvider({ HINDSIGHT_TRUST_PROXY: 'true', HINDSIGHT_SIGN_IN_LIMIT: '1' })
  const ipAddress = `192.0.2.${randomUUID()}`
  const { csrfToken } = await (await person.get(`${limited.home}/api/auth/csrf`)).json()
  const headers = { ...ownOrigin, 'x-forwarded-for': ipAddress }
  const form = { csrfToken, json: 'true' }
  const begin = () => person.post(`${limited.home}/api/auth/signin/oidc`, { form, headers, maxRedirects: 0 })
  const end = async () => {
    const response = await fetch(`${limited.home}/api/auth/callback/oidc?code=a&state=b`, {
      redirect: 'manual',
      headers: { cookie: 'hindsight.state=made-up', 'x-forwarded-for': ipAddress },
    })
    return response.headers.get('location')
  }
  for (let nth = 0; nth < 5; nth += 1) {
    expect((await begin()).status()).toBe(200)
    expect(await end()).not.toContain('TooMany')
  }
  expect(await end()).toMatch(/\/api\/auth\/signin\?error=TooManyAttempts%3A\d+$/)
  const tooMany = await begin()
  expect(tooMany.status()).toBe(429)
  expect(tooMany.headers()['retry-after']).toMatch(/^\d+$/)
  expect((await tooMany.json()).error.code).toBe('rate_limited')
  await limited.stop()
})

test('a provider that breaks off or is gone ends the sign-in with an error', async () => {
  for (const path of ['/token', '/jwks', '/me']) {
    provider.cutsAt = path
    expect(await signInRefused(), path).toBe('OAuthCallback')
    await forgetSession()
  }
  const gone = await startProvider(`${home}/api/auth/callback/oidc`)
  gone.stop()
  const unreachable = await startServerWithProvider({ HINDSIGHT_OIDC_ISSUER: gone.issuer })
  expect(await begin(person, '/users', unreachable.home)).toMatch(/error=OAuthSignin/)
  await unreachable.stop()
})
