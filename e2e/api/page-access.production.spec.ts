import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { type Role, roles } from '#lib/contracts/endpoint.ts'
import { hasRole } from '#server/platform/auth/caller.ts'
import { insertChange, insertIncident } from '#server/reviews/testing.ts'
import { incidents } from '#server/schema/changes.ts'
import { type Credentials, makeCredentials, openSession } from '../credentials.ts'
import { expect, test } from '../fixtures.ts'
import { addQuestion } from '../own-question.ts'
import { ownWord, withDatabase } from '../own-records.ts'
import { projectDir } from '../server-process.ts'
import { readWorld } from '../world.ts'

/** Records of these tests; `word` is in the text of each, and in no address. */
type Own = {
  word: string
  number: string
  incident: string
  reference: string
  improvement: string
  article: string
  user: string
  rule: string
  import: string
  connection: string
  answer: string
}

type PageRule = {
  path: (own: Own) => string
  /** The lowest role with access; `public` is for anyone. */
  least: Role | 'public'
  /** The same page of an unknown record. */
  missing?: string
  /** The redirect target for people with access. */
  leadsTo?: RegExp
}

/** Every page by its folder under `app`. */
const pages: Readonly<Record<string, PageRule>> = {
  '/': { path: () => '/', least: 'public' },
  '/setup': { path: () => '/setup', least: 'public' },
  '/sign-in': { path: () => '/sign-in', least: 'public', leadsTo: /^\/$/ },
  '/sign-in/forgot': { path: () => '/sign-in/forgot', least: 'public' },
  '/sign-in/reset': { path: () => '/sign-in/reset', least: 'public' },
  '/answers/[secret]': { path: ({ answer }) => answer, least: 'public', missing: '/answers/none' },
  '/unsubscribe/[token]': { path: () => '/unsubscribe/none', least: 'public' },
  '/reference': { path: () => '/reference', least: 'public' },
  '/reference/[tag]': { path: () => '/reference/changes', least: 'public', missing: '/reference/none' },
  '/users': { path: () => '/users', least: 'viewer' },
  '/users/[id]': { path: ({ user }) => `/users/${user}`, least: 'viewer', missing: '/users/none' },
  '/products': { path: () => '/products', least: 'viewer' },
  '/changes': { path: () => '/changes', least: 'viewer' },
  '/changes/unrecorded': { path: () => '/changes/unrecorded', least: 'manager' },
  '/changes/[number]': { path: ({ number }) => `/changes/${number}`, least: 'viewer', missing: '/changes/none' },
  '/changes/[number]/discussion': {
    path: ({ number }) => `/changes/${number}/discussion`,
    least: 'viewer',
    missing: '/changes/none/discussion',
  },
  '/changes/[number]/report': {
    path: ({ number }) => `/changes/${number}/report`,
    least: 'viewer',
    missing: '/changes/none/report',
  },
  '/changes/[number]/review': {
    path: ({ number }) => `/changes/${number}/review`,
    least: 'viewer',
    missing: '/changes/none/review',
    leadsTo: /^\/changes\/[^/]+\/review\/plan$/,
  },
  '/changes/[number]/review/[step]': {
    path: ({ number }) => `/changes/${number}/review/risk`,
    least: 'viewer',
    missing: '/changes/none/review/risk',
  },
  '/changes/[number]/review/short': {
    path: ({ number }) => `/changes/${number}/review/short`,
    least: 'viewer',
    missing: '/changes/none/review/short',
    leadsTo: /^\/changes\/[^/]+\/review$/,
  },
  '/changes/[number]/review/versions': {
    path: ({ number }) => `/changes/${number}/review/versions`,
    least: 'viewer',
    missing: '/changes/none/review/versions',
  },
  '/reviews/[reference]': {
    path: ({ reference }) => `/reviews/${reference}`,
    least: 'viewer',
    missing: '/reviews/none',
    leadsTo: /^\/changes\/[^/]+\/review$/,
  },
  '/incidents': { path: () => '/incidents', least: 'viewer' },
  '/incidents/[number]': {
    path: ({ incident }) => `/incidents/${incident}`,
    least: 'viewer',
    missing: '/incidents/none',
  },
  '/improvements': { path: () => '/improvements', least: 'viewer' },
  '/improvements/[id]': {
    path: ({ improvement }) => `/improvements/${improvement}`,
    least: 'viewer',
    missing: '/improvements/none',
  },
  '/knowledge': { path: () => '/knowledge', least: 'viewer' },
  '/knowledge/[id]': { path: ({ article }) => `/knowledge/${article}`, least: 'viewer', missing: '/knowledge/none' },
  '/knowledge/[id]/edit': {
    path: ({ article }) => `/knowledge/${article}/edit`,
    least: 'reviewer',
    missing: '/knowledge/none/edit',
  },
  '/knowledge/new': { path: () => '/knowledge/new', least: 'reviewer' },
  '/insights': { path: () => '/insights', least: 'viewer' },
  '/insights/[name]': { path: () => '/insights/review_completion', least: 'viewer' },
  '/notifications': { path: () => '/notifications', least: 'viewer' },
  '/settings': { path: () => '/settings', least: 'viewer' },
  '/admin': { path: () => '/admin', least: 'manager', leadsTo: /^\/admin\/(?:accounts|policy)$/ },
  '/admin/policy': { path: () => '/admin/policy', least: 'manager' },
  '/admin/policy/[id]': {
    path: ({ rule }) => `/admin/policy/${rule}`,
    least: 'manager',
    missing: '/admin/policy/none',
  },
  '/admin/import': { path: () => '/admin/import', least: 'manager' },
  '/admin/import/[id]': {
    path: ({ import: id }) => `/admin/import/${id}`,
    least: 'manager',
    missing: '/admin/import/none',
  },
  '/admin/history': { path: () => '/admin/history', least: 'manager' },
  '/admin/leavers': { path: () => '/admin/leavers', least: 'manager' },
  '/admin/accounts': { path: () => '/admin/accounts', least: 'admin' },
  '/admin/settings': { path: () => '/admin/settings', least: 'admin' },
  '/admin/connections': { path: () => '/admin/connections', least: 'admin' },
  '/admin/connections/new': { path: () => '/admin/connections/new', least: 'admin' },
  '/admin/connections/new/[kind]': {
    path: () => '/admin/connections/new/servicenow',
    least: 'admin',
    missing: '/admin/connections/new/none',
  },
  '/admin/connections/[id]': {
    path: ({ connection }) => `/admin/connections/${connection}`,
    least: 'admin',
    missing: '/admin/connections/none',
  },
  '/admin/connections/[id]/edit': {
    path: ({ connection }) => `/admin/connections/${connection}/edit`,
    least: 'admin',
    missing: '/admin/connections/none/edit',
  },
  '/admin/setup': { path: () => '/admin/setup', least: 'admin' },
  '/admin/system': { path: () => '/admin/system', least: 'admin' },
  '/admin/tokens': { path: () => '/admin/tokens', least: 'admin' },
}

const routeOf = (file: string) =>
  `/${file
    .split('/')
    .slice(1, -1)
    .filter((part) => !part.startsWith('('))
    .join('/')}`
const under = (pattern: string) => globSync(pattern, { cwd: projectDir }).map((file) => file.replaceAll('\\', '/'))

let home: string
let credentials: Credentials
let own: Own
test.beforeAll(async () => {
  const world = readWorld()
  home = world.production
  credentials = await makeCredentials(world)
  own = await makeOwn()
})

async function makeOwn(): Promise<Own> {
  const world = readWorld()
  const word = ownWord()
  const number = `CHG-${ownWord()}`
  const incident = `INC-${ownWord()}`
  await withDatabase(world, async (db) => {
    await insertChange(db, number, { title: `Title ${word}` })
    await insertIncident(db, incident, number)
    await db
      .update(incidents)
      .set({ shortDescription: `Trouble ${word}` })
      .where(eq(incidents.number, incident))
  })
  const { cookie } = credentials.sessions.manager
  const send = async (path: string, body?: unknown, headers: Record<string, string> = { cookie }) => {
    const method = body === undefined ? 'GET' : 'POST'
    const response = await fetch(`${home}${path}`, {
      method,
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    expect(response.ok, `${method} ${path}`).toBe(true)
    return response.json()
  }
  const file = { cookie, 'content-type': 'application/octet-stream' }
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const admin = { cookie: credentials.sessions.admin.cookie }
  const connection = { kind: 'json', name: word.toLowerCase(), is_enabled: false }
  const { reference } = await send(`/api/app/v1/changes/${number}/review`, {})
  const improvement = {
    title: `Improve ${word}`,
    owner: 'ines.marchetti@hindsight.example',
    target_date: '2027-05-29',
    source_type: 'pir',
    source_ref: reference,
  }
  const article = {
    content: `# Learned ${word}\n\nText.`,
    metadata: { article_type: 'lesson', polarity: 'negative', category: 'planning', tags: [] },
  }
  return {
    word,
    number,
    incident,
    reference,
    improvement: (await send('/api/itsm/v1/improvements', improvement, bearer(world.tokens.itsm.write))).id,
    article: (await send('/api/docs/v1/articles', article, bearer(world.tokens.docs.write))).id,
    user: (await send('/api/v1/users?limit=1')).data[0].id,
    rule: (await send('/api/app/v1/policy/rules')).result[0].id,
    import: (await send(`/api/app/v1/imports?kind=products&file_name=${word}.csv`, {}, file)).id,
    connection: (await send('/api/app/v1/connections', connection, admin)).id,
    answer: await addQuestion(world, { reference, question: `Did ${word} work?` }),
  }
}

type Seen = { status: number; location: string | null; text: string; headers: Headers }

async function visit(path: string, headers: Record<string, string> = {}): Promise<Seen> {
  const response = await fetch(`${home}${path}`, { redirect: 'manual', headers })
  return {
    status: response.status,
    location: response.headers.get('location'),
    text: await response.text(),
    headers: response.headers,
  }
}

function expectProtected({ status, headers }: Seen, path: string): void {
  expect(status, path).toBeLessThan(500)
  expect(headers.get('x-content-type-options'), path).toBe('nosniff')
  expect(headers.get('x-frame-options'), path).toBe('DENY')
  expect(headers.get('referrer-policy'), path).toBe('same-origin')
  expect(headers.get('content-security-policy'), path).toMatch(/script-src 'self' 'nonce-[\w-]+' 'strict-dynamic';/)
  expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
  expect(headers.get('cache-control'), path).toContain('no-store')
}

/** Redirected to the sign-in, which leads back to the page, without any content of the page. */
function expectSignIn(seen: Seen, path: string): void {
  expect({ status: seen.status, location: seen.location }, path).toEqual({
    status: 307,
    location: `/sign-in?callbackUrl=${encodeURIComponent(path)}`,
  })
  expect(seen.text.includes(own.word), path).toBe(false)
  expectProtected(seen, path)
}

/** The error page, without any content of the page. */
function expectForbidden(seen: Seen, path: string): void {
  expect({ status: seen.status, location: seen.location }, path).toEqual({ status: 403, location: null })
  expect(seen.text, path).toContain('You do not have access to this page')
  expect(seen.text.includes(own.word), path).toBe(false)
  expectProtected(seen, path)
}

function expectShown(seen: Seen, path: string, leadsTo: RegExp | undefined): void {
  expect(seen.status, path).toBe(leadsTo ? 307 : 200)
  if (leadsTo) expect(seen.location, path).toMatch(leadsTo)
  expectProtected(seen, path)
}

test('every page under app is in the table', () => {
  expect(under('app/**/page.tsx').map(routeOf).toSorted()).toEqual(Object.keys(pages).toSorted())
})

for (const [name, { path: pathOf, least, missing, leadsTo }] of Object.entries(pages)) {
  test(`${name} is for ${least === 'public' ? 'anybody' : `a ${least} or above`}`, async ({ tokens }) => {
    const path = pathOf(own)
    const outside: Record<string, string>[] = [
      {},
      ...Object.values(credentials.endedSessions).map((cookie) => ({ cookie })),
      { cookie: 'hindsight.session=nonsense' },
      { authorization: `Bearer ${tokens.itsm.write}` },
    ]
    for (const headers of outside) {
      const seen = await visit(path, headers)
      if (least === 'public') expectShown(seen, path, undefined)
      else expectSignIn(seen, path)
      if (least !== 'public' && missing) expectSignIn(await visit(missing, headers), missing)
    }
    for (const role of roles) {
      const { cookie } = credentials.sessions[role]
      const isAdmitted = least === 'public' || hasRole(role, least)
      const seen = await visit(path, { cookie })
      if (isAdmitted) expectShown(seen, path, leadsTo)
      else {
        expectForbidden(seen, path)
      }
      if (!missing) continue
      const none = await visit(missing, { cookie })
      expect({ role, status: none.status }, missing).toEqual({ role, status: isAdmitted ? 404 : 403 })
      expectProtected(none, missing)
    }
  })
}

test('the response to a client-side navigation is protected like the page', async () => {
  for (const [name, { path: pathOf, least }] of Object.entries(pages)) {
    if (least === 'public') continue
    const path = pathOf(own)
    for (const more of [{}, { 'next-router-prefetch': '1' }, { 'next-router-segment-prefetch': '/_tree' }]) {
      const headers = { rsc: '1', ...more } as Record<string, string>
      const first = await visit(path, headers)
      // Next adds the values of these headers to the address.
      const seen = first.location?.startsWith(`${path}?_rsc`) ? await visit(first.location, headers) : first
      expect(seen.status, name).toBeLessThan(500)
      expect(seen.text.includes(own.word), name).toBe(false)
      // A prefetched response contains neither the page nor the error page.
      const isAhead = Object.keys(more).length > 0
      if (!isAhead) expect(`${seen.location}${seen.text}`.includes('/sign-in?callbackUrl='), name).toBe(true)
    }
  }
})

test('no header of a proxy or the framework bypasses the check', async () => {
  for (const headers of [
    { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
    { 'x-middleware-next': '1' },
    { 'x-middleware-override-headers': 'cookie' },
    { 'x-invoke-path': '/sign-in' },
    { 'x-original-url': '/sign-in' },
    { 'x-rewrite-url': '/sign-in' },
    { 'x-matched-path': '/sign-in' },
    { 'x-forwarded-host': 'evil.example' },
  ]) {
    const seen = await visit('/admin/accounts', headers as Record<string, string>)
    expect({ status: seen.status, location: seen.location }, JSON.stringify(headers)).toEqual({
      status: 307,
      location: '/sign-in?callbackUrl=%2Fadmin%2Faccounts',
    })
  }
})

const elsewhere = [
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/.//evil.example',
  '/users/..//evil.example',
  '/%2e//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  '%2f%2fevil.example',
  'https:evil.example',
  'https:/\\evil.example',
  'http://evil.example\\@127.0.0.1/',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://evil.example/x',
]

test('the sign-in only redirects to addresses of this service', async () => {
  const { cookie } = credentials.sessions.viewer
  const { host, port } = new URL(home)
  const disguised = [
    `${home}@evil.example`,
    `http://${host}.evil.example`,
    `http://evil.example:${port}`,
    `${home}//evil.example`,
  ]
  const ownOrigin = (location: string | null) => new URL(location ?? 'none:', home).origin
  for (const requested of [...elsewhere, ...disguised]) {
    const query = `callbackUrl=${encodeURIComponent(requested)}`
    for (const address of [`/sign-in?${query}`, `/sign-in?callbackUrl=%2Fusers&${query}`]) {
      const seen = await visit(address, { cookie })
      expect(seen.status, requested).toBe(307)
      expect(ownOrigin(seen.location), requested).toBe(home)
    }
    const library = await visit(`/api/auth/signin?${query}`)
    expect(library.status, requested).toBe(302)
    const redirected = new URL(library.location ?? '', home)
    expect(redirected.origin, requested).toBe(home)
    expect(ownOrigin(redirected.searchParams.get('callbackUrl') ?? '/'), requested).toBe(home)
    expect(ownOrigin((await visit(`${redirected.pathname}${redirected.search}`, { cookie })).location), requested).toBe(
      home,
    )
  }
})

test('other routes under app are known: icons, and no route handler outside the API', async () => {
  expect(under('app/**/route.{ts,tsx,js}').filter((file) => !file.startsWith('app/api/'))).toEqual([])
  const framework = /\/(?:page|layout|error|global-error|not-found|forbidden)\.tsx$|\/route\.ts$|\.css$/
  const others = under('app/**/*.*').filter(
    (file) => !framework.test(file) && statSync(join(projectDir, file)).isFile(),
  )
  expect(others.toSorted()).toEqual([
    'app/(dashboard)/list-page.tsx',
    'app/(dashboard)/sign-out.ts',
    'app/apple-icon.png',
    'app/favicon.ico',
    'app/icon.svg',
    'app/unsubscribe/[token]/submit-unsubscribe.ts',
  ])
  const statics = under('.next/static/**/*.{js,css,woff2}').map((file) => file.replace('.next', '/_next'))
  const oneOfEach = ['.js', '.css', '.woff2'].flatMap((ending) => statics.find((file) => file.endsWith(ending)) ?? [])
  expect(oneOfEach).toHaveLength(3)
  for (const path of ['/icon.svg', '/favicon.ico', '/apple-icon.png', '/screenshots/today.png', ...oneOfEach]) {
    const { status, headers } = await visit(path)
    expect(status, path).toBe(200)
    expect(headers.get('content-type'), path).not.toMatch(/html/)
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('x-frame-options'), path).toBe('DENY')
  }
  for (const path of [
    '/package.json',
    '/.env',
    '/.git/config',
    '/server/main.ts',
    '/dist/main.js',
    '/_next/../package.json',
    '/icon.svg.map',
  ]) {
    expect((await visit(path)).status, path).toBe(404)
  }
})

/** The server actions of the build, by their ids. */
function builtActions(): Record<string, { filename: string; exportedName: string }> {
  const file = join(projectDir, '.next', 'server', 'server-reference-manifest.json')
  return JSON.parse(readFileSync(file, 'utf8')).node
}

test.describe('server actions', () => {
  test('are the two known ones', () => {
    const found = under('{app,components,lib,server}/**/*.{ts,tsx}').filter((file) =>
      /^\s*['"]use server['"]/m.test(readFileSync(join(projectDir, file), 'utf8')),
    )
    expect(found.toSorted()).toEqual(['app/(dashboard)/sign-out.ts', 'app/unsubscribe/[token]/submit-unsubscribe.ts'])
  })

  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:1' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
    {},
  ]

  test('of another origin are rejected, for any action', async ({ world }) => {
    const { cookie } = await openSession(world, 'viewer')
    const ids = [...Object.keys(builtActions()), '0'.repeat(42), 'x', '__proto__']
    expect(ids.length).toBeGreaterThanOrEqual(5)
    for (const path of ['/users', '/unsubscribe/none', '/sign-in', '/no-such-page']) {
      for (const headers of foreign) {
        for (const id of ids) {
          const response = await fetch(`${home}${path}`, {
            method: 'POST',
            redirect: 'manual',
            headers: { ...headers, cookie, 'next-action': id, 'content-type': 'text/plain;charset=UTF-8' },
            body: '[]',
          })
          expect(response.status, `${path} ${id} ${JSON.stringify(headers)}`).toBe(403)
          expect((await response.json()).error.code).toBe('csrf_rejected')
          expect(response.headers.getSetCookie()).toEqual([])
        }
        const form = new FormData()
        for (const id of ids) form.append(`$ACTION_ID_${id}`, '')
        const response = await fetch(`${home}${path}`, { method: 'POST', headers: { ...headers, cookie }, body: form })
        expect(response.status).toBe(403)
      }
    }
    expect((await fetch(`${home}/api/app/v1/session`, { headers: { cookie } })).status).toBe(200)
  })

  test('trust no submitted value, and cause no server error', async () => {
    const own = { 'sec-fetch-site': 'same-origin', origin: home }
    for (const id of Object.keys(builtActions())) {
      for (const body of ['[]', '["none"]', '[null]', '[{"a":1}]', '[["none"]]', '["\\u0000"]']) {
        const response = await fetch(`${home}/unsubscribe/none`, {
          method: 'POST',
          redirect: 'manual',
          headers: { ...own, 'next-action': id, 'content-type': 'text/plain;charset=UTF-8' },
          body,
        })
        expect(response.status, `${builtActions()[id]?.exportedName} ${body}`).toBeLessThan(500)
      }
    }
  })

  test('that no page sends are rejected before the framework reports them as failures', async () => {
    const { cookie } = credentials.sessions.viewer
    const multipart = 'multipart/form-data; boundary=x'
    const field = (name: string, value: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--x--\r\n`
    const calls = [undefined, 'deadbeef', ...Object.keys(builtActions())].flatMap((id) => [
      { id, type: multipart, body: 'garbage' },
      { id, type: 'multipart/form-data', body: 'garbage' },
      ...(id === undefined
        ? []
        : [
            { id, type: 'text/plain;charset=UTF-8', body: '{{{garbage' },
            { id, type: 'application/json', body: '{"a":1}' },
            { id, type: multipart, body: '--x--' },
            { id, type: multipart, body: field('0', '["$F1"]') },
            { id, type: multipart, body: field('0', '["$@1"]') },
          ]),
    ])
    for (const path of ['/users', '/unsubscribe/none', '/sign-in', '/no-such-page']) {
      for (const { id, type, body } of calls) {
        const response = await fetch(`${home}${path}`, {
          method: 'POST',
          redirect: 'manual',
          headers: {
            ...{ cookie, 'sec-fetch-site': 'same-origin', origin: home, 'content-type': type },
            ...(id === undefined ? {} : { 'next-action': id }),
          },
          body,
        })
        expect(response.status, `${path} ${id} ${type} ${body}`).toBe(400)
        expect((await response.json()).error.code).toBe('invalid_request')
      }
    }
  })

  test('with an unknown name are not found, and cause no server error', async () => {
    const { cookie } = credentials.sessions.viewer
    for (const id of ['0'.repeat(42), 'x', '__proto__', 'constructor', 'deadbeef']) {
      const response = await fetch(`${home}/users`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie, 'next-action': id, 'sec-fetch-site': 'same-origin', origin: home },
        body: '[]',
      })
      expect(response.status, id).toBeLessThan(500)
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })
})
