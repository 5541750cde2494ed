import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { type OwnSession, openSessions } from '#e2e/support/credentials.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { getPagePath } from '#e2e/support/main-pages.ts'
import { addQuestion } from '#e2e/support/own-question.ts'
import { ownWord, withDatabase } from '#e2e/support/own-records.ts'
import { projectDir } from '#e2e/support/server-process.ts'
import { readWorld } from '#e2e/support/world.ts'
import { hasRole, type Rank, type Role, roles } from '#lib/contracts/endpoint.ts'
import { insertChange, insertIncident, newAction } from '#server/reviews/testing.ts'
import { incidents } from '#server/schema/changes.ts'

/** Records of these tests; the text of each contains `word`, and no path does. */
type OwnRecords = Awaited<ReturnType<typeof makeOwnRecords>>

/** The value of the first parameter of a page, by the path before it. */
const parameters = (own: OwnRecords): Readonly<Record<string, string>> => ({
  '/answers/': own.answer,
  '/unsubscribe/': 'none',
  '/reference/': 'changes',
  '/users/': own.user,
  '/changes/': own.number,
  '/reviews/': own.reference,
  '/incidents/': own.incident,
  '/improvements/': own.improvement,
  '/knowledge/': own.article,
  '/insights/': 'review_completion',
  '/insights/audits/': own.audit,
  '/admin/policy/': own.rule,
  '/admin/import/': own.import,
  '/admin/connections/': own.connection,
  '/admin/connections/new/': 'servicenow',
  '/admin/webhooks/': own.webhook,
})

/** The lowest role with access by the start of the path, more special ones first; all other pages are for viewers. */
const leastRoles: readonly (readonly [RegExp, Rank])[] = [
  [/^\/admin\/(?:accounts|settings|connections|setup|system|tokens|webhooks)(?:\/|$)/, 'admin'],
  [/^\/admin(?:\/|$)/, 'manager'],
  [/^\/changes\/unrecorded$/, 'manager'],
  [/^\/insights\/(?:audits|controls)(?:\/|$)/, 'manager'],
  [/^\/knowledge\/(?:new|\[id\]\/edit)$/, 'reviewer'],
]

/** The pages of managers that an auditor reads too. */
const forAuditors =
  /^\/admin$|^\/admin\/(?:policy$|import|history)|^\/changes\/unrecorded$|^\/insights\/(?:audits|controls)/

/** The targets of pages that only redirect people with access. */
const leadsTo: Readonly<Record<string, RegExp>> = {
  '/sign-in': /^\/$/,
  '/admin': /^\/admin\/(?:accounts|policy)$/,
  '/changes/[number]/review': /^\/changes\/[^/]+\/review\/plan$/,
  '/changes/[number]/review/short': /^\/changes\/[^/]+\/review$/,
  '/reviews/[reference]': /^\/changes\/[^/]+\/review$/,
}

const under = (pattern: string) => globSync(pattern, { cwd: projectDir }).map((file) => file.replaceAll('\\', '/'))

/** Every page by its path, with its parameters in brackets, and the roles that may open it. */
const pages = under('app/**/page.tsx')
  .map((file) => {
    const name = getPagePath(file)
    const isPublic = !file.startsWith('app/(dashboard)/')
    const [, role = 'viewer'] = leastRoles.find(([start]) => start.test(name)) ?? []
    return { name, least: isPublic ? ('public' as const) : role }
  })
  .toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** The path of a page with a value of its first parameter. */
function makePath(name: string, value?: string): string {
  const [start = '', ...rest] = name.split(/\[\w+\]/)
  const later = name.endsWith('[delivery]') ? own.delivery : 'risk'
  return rest.length === 0 ? name : `${start}${value ?? parameters(own)[start]}${rest.join(later)}`
}

/** The same page of an unknown record; undefined for a page that shows none. */
const makeMissingPath = (name: string) =>
  name.includes('[') && !/^\/(?:insights\/\[name\]|unsubscribe)/.test(name) ? makePath(name, 'none') : undefined

let home: string
let sessions: Readonly<Record<Role, OwnSession>>
let own: OwnRecords
test.beforeAll(async () => {
  const world = readWorld()
  home = world.production
  sessions = await openSessions()
  own = await makeOwnRecords()
})

async function makeOwnRecords() {
  const world = readWorld()
  const word = ownWord()
  const number = `CHG-${ownWord()}`
  const incident = `INC-${ownWord()}`
  await withDatabase(async (db) => {
    await insertChange(db, number, { title: `Title ${word}` })
    await insertIncident(db, incident, number)
    await db
      .update(incidents)
      .set({ shortDescription: `Trouble ${word}` })
      .where(eq(incidents.number, incident))
  })
  const { cookie } = sessions.manager
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
  const admin = { cookie: sessions.admin.cookie }
  const connection = { kind: 'json', name: word.toLowerCase(), is_enabled: false }
  const hook = { name: word, url: 'https://receiver.invalid/', types: ['article.deleted'] }
  const { webhook } = await send('/api/app/v1/webhooks', hook, admin)
  const delivery = await send(`/api/app/v1/webhooks/${webhook.id}/test`, {}, admin)
  const { reference } = await send(`/api/app/v1/changes/${number}/review`, {})
  const audit = { name: `Audit ${word}`, from: '1970-01-01', to: '2100-12-31', method: 'random', size: 1 }
  const improvement = newAction(reference, { title: `Improve ${word}`, owner: 'ines.marchetti@hindsight.example' })
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
    audit: (await send('/api/app/v1/audits', audit)).id,
    connection: (await send('/api/app/v1/connections', connection, admin)).id,
    webhook: webhook.id,
    delivery: delivery.id,
    answer: (await addQuestion({ reference, question: `Did ${word} work?` })).slice('/answers/'.length),
  }
}

type VisitedPage = { status: number; location: string | null; text: string; headers: Headers }

async function visit(path: string, headers: Record<string, string> = {}): Promise<VisitedPage> {
  const response = await fetch(`${home}${path}`, { redirect: 'manual', headers })
  return {
    status: response.status,
    location: response.headers.get('location'),
    text: await response.text(),
    headers: response.headers,
  }
}

function expectProtected({ status, headers }: VisitedPage, path: string): void {
  expect(status, path).toBeLessThan(500)
  expect(headers.get('x-content-type-options'), path).toBe('nosniff')
  expect(headers.get('x-frame-options'), path).toBe('DENY')
  expect(headers.get('referrer-policy'), path).toBe('same-origin')
  expect(headers.get('content-security-policy'), path).toMatch(/script-src 'self' 'nonce-[\w-]+' 'strict-dynamic';/)
  expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'")
  expect(headers.get('cache-control'), path).toContain('no-store')
}

/** Expects a redirect to the sign-in, which leads back to the page, without any content of the page. */
function expectSignIn(visited: VisitedPage, path: string): void {
  expect({ status: visited.status, location: visited.location }, path).toEqual({
    status: 307,
    location: `/sign-in?callbackUrl=${encodeURIComponent(path)}`,
  })
  expect(visited.text.includes(own.word), path).toBe(false)
  expectProtected(visited, path)
}

/** Expects the error page, without any content of the page. */
function expectForbidden(visited: VisitedPage, path: string): void {
  expect({ status: visited.status, location: visited.location }, path).toEqual({ status: 403, location: null })
  expect(visited.text, path).toContain('You do not have access to this page')
  expect(visited.text.includes(own.word), path).toBe(false)
  expectProtected(visited, path)
}

function expectShown(visited: VisitedPage, path: string, leadsTo: RegExp | undefined): void {
  expect(visited.status, path).toBe(leadsTo ? 307 : 200)
  if (leadsTo) expect(visited.location, path).toMatch(leadsTo)
  expectProtected(visited, path)
}

test('the pages are found: public ones, those of a session, of a role, and of one record', () => {
  expect(new Set(pages.map(({ least }) => least))).toEqual(
    new Set(['public', 'viewer', 'reviewer', 'manager', 'admin']),
  )
  expect(pages.filter(({ least }) => least === 'public').map(({ name }) => name)).toEqual([
    '/answers/[secret]',
    '/reference',
    '/reference/[tag]',
    '/setup',
    '/sign-in',
    '/sign-in/forgot',
    '/sign-in/reset',
    '/unsubscribe/[token]',
  ])
  expect(Object.keys(leadsTo).filter((name) => !pages.some((page) => page.name === name))).toEqual([])
})

for (const { name, least } of pages) {
  test(`${name} is for ${least === 'public' ? 'anybody' : `a ${least} or above`}`, async ({ tokens }) => {
    const path = makePath(name)
    const missing = makeMissingPath(name)
    // Which sessions hold: server/platform/auth/sessions.test.ts.
    for (const headers of [
      {},
      { cookie: 'hindsight.session=nonsense' },
      { authorization: `Bearer ${tokens.itsm.write}` },
    ]) {
      const visited = await visit(path, headers)
      if (least === 'public') expectShown(visited, path, undefined)
      else expectSignIn(visited, path)
    }
    if (least !== 'public' && missing) expectSignIn(await visit(missing), missing)
    const isAdmitted = (role: Role) =>
      least === 'public' || hasRole(role, least) || (role === 'auditor' && forAuditors.test(name))
    // The lowest role that is admitted and the highest one that is not: one order decides for those above and below.
    const lowest = roles.find(isAdmitted)
    const refused = roles.findLast((one) => !isAdmitted(one))
    for (const role of new Set([lowest, refused, 'auditor'] as const)) {
      if (role === undefined) continue
      const visited = await visit(path, { cookie: sessions[role].cookie })
      if (isAdmitted(role))
        expectShown(visited, path, role === 'auditor' && name === '/' ? /^\/insights\/audits$/ : leadsTo[name])
      else expectForbidden(visited, path)
    }
    if (!missing) return
    for (const role of [lowest, refused]) {
      if (role === undefined) continue
      const none = await visit(missing, { cookie: sessions[role].cookie })
      expect({ role, status: none.status }, missing).toEqual({ role, status: isAdmitted(role) ? 404 : 403 })
      expectProtected(none, missing)
    }
  })
}

test('the response to a client-side navigation is protected like the page', async () => {
  for (const { name } of pages.filter(({ least }) => least !== 'public')) {
    const path = makePath(name)
    for (const more of [{}, { 'next-router-prefetch': '1' }, { 'next-router-segment-prefetch': '/_tree' }]) {
      const headers = { rsc: '1', ...more } as Record<string, string>
      const first = await visit(path, headers)
      // Next adds the values of these headers to the URL.
      const visited = first.location?.startsWith(`${path}?_rsc`) ? await visit(first.location, headers) : first
      expect(visited.status, name).toBeLessThan(500)
      expect(visited.text.includes(own.word), name).toBe(false)
      // A prefetched response contains neither the page nor the error page.
      const isAhead = Object.keys(more).length > 0
      if (!isAhead) expect(`${visited.location}${visited.text}`.includes('/sign-in?callbackUrl='), name).toBe(true)
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
    const visited = await visit('/admin/accounts', headers as Record<string, string>)
    expect({ status: visited.status, location: visited.location }, JSON.stringify(headers)).toEqual({
      status: 307,
      location: '/sign-in?callbackUrl=%2Fadmin%2Faccounts',
    })
  }
})

test('a number in another spelling, a reference and a URL of release 0.1 lead to their page', async () => {
  const { cookie } = sessions.viewer
  const lower = own.number.toLowerCase()
  for (const [path, status, target] of [
    [`/changes/${lower}`, 307, `/changes/${own.number}`],
    [`/changes/${lower}/report`, 307, `/changes/${own.number}/report`],
    [`/incidents/${own.incident.toLowerCase()}`, 307, `/incidents/${own.incident}`],
    ['/figures/days_to_review?part=denominator&page=2', 308, '/insights/days_to_review?part=denominator&page=2'],
    ['/figures?bucket=quarter', 308, '/insights?bucket=quarter'],
  ] as const) {
    const visited = await visit(path, { cookie })
    expect([path, visited.status, visited.location]).toEqual([path, status, target])
  }
})

test('other routes under app are known: icons, two forms, and the handlers of assistants outside the API', async () => {
  const outside = under('app/**/route.{ts,tsx,js}').filter((file) => !file.startsWith('app/api/'))
  expect(outside.toSorted()).toEqual([
    'app/mcp/metadata/route.ts',
    'app/mcp/route.ts',
    'app/sign-out/route.tsx',
    'app/unsubscribe/[token]/confirm/route.tsx',
  ])
  const framework = /\/(?:page|layout|error|global-error|not-found|forbidden)\.tsx$|\/route\.tsx?$|\.css$/
  const others = under('app/**/*.*').filter(
    (file) => !framework.test(file) && statSync(join(projectDir, file)).isFile(),
  )
  expect(others.toSorted()).toEqual([
    'app/(dashboard)/list-page.tsx',
    'app/(dashboard)/prefetch.ts',
    'app/apple-icon.png',
    'app/favicon.ico',
    'app/icon.svg',
  ])
  const statics = under('.next/static/**/*.{js,css,woff2}').map((file) => file.replace('.next', '/_next'))
  const oneOfEach = ['.js', '.css', '.woff2'].flatMap((ending) => statics.find((file) => file.endsWith(ending)) ?? [])
  expect(oneOfEach).toHaveLength(3)
  for (const path of ['/icon.svg', '/favicon.ico', '/apple-icon.png', '/screenshots/today.webp', ...oneOfEach]) {
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
    '/.git/',
    '/server/main.ts',
    '/_next/static/',
    '/screenshots/',
    '/dist/main.js',
    '/_next/../package.json',
    '/icon.svg.map',
  ]) {
    expect((await visit(path)).status, path).toBe(404)
  }
})
