import { createServer } from 'node:http'
import type { Page, Request } from 'playwright/test'
import { expect, expectConsoleErrors, test } from '#e2e/support/fixtures.ts'
import { ownWord, withDatabase } from '#e2e/support/own-records.ts'
import { sendOwn } from '#e2e/support/own-review.ts'
import { insertChange } from '#server/reviews/testing.ts'

type ForeignSite = {
  /** Another origin of the same site: `SameSite=Lax` cookies are sent along. */
  readonly sameSite: string
  /** An origin of another site, on the same port. */
  readonly crossSite: string
  stop(): void
}

/** An attacker's site on loopback: an empty page at every path, or one that frames the URL in `?frame=`. */
async function startForeignSite(): Promise<ForeignSite> {
  const server = createServer((request, response) => {
    const frame = new URL(request.url ?? '/', 'http://foreign.invalid').searchParams.get('frame')
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><html lang="en"><title>Foreign</title><link rel="icon" href="data:,"><body>${
        frame === null ? '' : `<iframe title="target" src="${frame}"></iframe>`
      }</body></html>`,
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : ''
  return {
    sameSite: `http://127.0.0.1:${port}`,
    crossSite: `http://localhost:${port}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

let foreign: ForeignSite
test.beforeAll(async () => {
  foreign = await startForeignSite()
})
test.afterAll(() => foreign.stop())

const isSignedIn = async (page: Page) => (await page.request.get('/api/app/v1/session')).status() === 200

type AttackRequest = { method: string; path: string; type?: string; body?: string }

/**
 * Sends requests with the visitor's cookies in every way that a page of an attacker can: by fetch, as images and
 * scripts for GET, and by forms and beacons for POST.
 */
const attack = async ({ home, tries }: { home: string; tries: AttackRequest[] }): Promise<string[]> => {
  const read: string[] = []
  for (const { method, path, type, body } of tries) {
    for (const mode of ['no-cors', 'cors'] as const) {
      try {
        const headers: Record<string, string> = type ? { 'Content-Type': type } : {}
        const content = body === undefined ? {} : { body }
        const answer = await fetch(`${home}${path}`, { method, mode, credentials: 'include', headers, ...content })
        const text = await answer.text()
        if (text !== '') read.push(`${method} ${path} returned ${text}`)
      } catch {
        // The browser refused the request, as it should.
      }
    }
    if (method === 'GET') {
      for (const [tag, attribute] of [
        ['img', 'src'],
        ['script', 'src'],
        ['link', 'href'],
      ] as const) {
        const element = document.createElement(tag)
        const finished = new Promise<string>((done) => {
          element.addEventListener('load', () => done('loaded'))
          element.addEventListener('error', () => done('refused'))
        })
        if (tag === 'link') element.setAttribute('rel', 'stylesheet')
        element.setAttribute(attribute, `${home}${path}`)
        document.body.append(element)
        await finished
      }
    }
    if (method !== 'POST' || body === undefined) continue
    navigator.sendBeacon(`${home}${path}`, new Blob([body], { type: 'text/plain' }))
    for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const frame = document.createElement('iframe')
      frame.name = `target-${Math.random()}`
      document.body.append(frame)
      const form = document.createElement('form')
      Object.assign(form, { method, action: `${home}${path}`, enctype, target: frame.name })
      const input = document.createElement('input')
      // Name and value, joined by the `=` of the form, make one JSON object.
      Object.assign(input, { name: `${body.slice(0, -1)},"ignored":"`, value: '"}' })
      form.append(input)
      document.body.append(form)
      form.submit()
    }
  }
  return read
}

/** Counts the forms that were sent, whatever the answer. */
function countSubmissions(page: Page): () => number {
  let count = 0
  const onEnd = (request: Request) => {
    if (request.isNavigationRequest() && request.method() === 'POST') count += 1
  }
  page.on('requestfinished', onEnd)
  page.on('requestfailed', onEnd)
  return () => count
}

for (const site of ['sameSite', 'crossSite'] as const) {
  test(`a page of another origin (${site}) writes and reads nothing with the session`, async ({
    page,
    signInAsOwn,
    baseURL,
  }) => {
    expectConsoleErrors(page, /./)
    const home = baseURL ?? ''
    await signInAsOwn('manager')
    const view = (name: string) => ({ page: 'changes', name, search: '', is_shared: false })
    const storedView = await sendOwn(page.request, 'POST', '/api/app/v1/views', view('kept'))

    await page.goto(foreign[site])
    const body = JSON.stringify(view('forged'))
    const tries: AttackRequest[] = [
      { method: 'GET', path: '/api/app/v1/session' },
      { method: 'GET', path: '/api/auth/csrf' },
      ...['text/plain', 'application/x-www-form-urlencoded', 'application/json'].map((type) => ({
        method: 'POST',
        path: '/api/app/v1/views',
        type,
        body,
      })),
      { method: 'DELETE', path: `/api/app/v1/views/${storedView.id}` },
      { method: 'DELETE', path: '/api/app/v1/session' },
      { method: 'PATCH', path: '/api/app/v1/mail-preferences', type: 'application/json', body: '{"is_mail_on":false}' },
      { method: 'PATCH', path: '/api/app/v1/mail-preferences', type: 'text/plain', body: '{"is_mail_on":false}' },
      { method: 'PUT', path: '/api/app/v1/session/password', type: 'text/plain', body: '{}' },
      ...['/api/auth/signout', '/api/auth/session', '/api/app/v1/session?_method=DELETE', '/users?_method=POST'].map(
        (path) => ({ method: 'GET', path }),
      ),
      { method: 'POST', path: '/api/app/v1/views?_method=DELETE', type: 'text/plain', body },
      { method: 'POST', path: '/api/auth/signout', type: 'application/x-www-form-urlencoded', body: '{"a":"b"}' },
      { method: 'POST', path: '/users', type: 'text/plain', body },
    ]
    const submitted = countSubmissions(page)
    expect(await page.evaluate(attack, { home, tries })).toEqual([])
    const forms = tries.filter(({ method, body }) => method === 'POST' && body !== undefined)
    await expect.poll(submitted).toBe(forms.length * 3)
    expect(await isSignedIn(page)).toBe(true)
    const { result } = await (await page.request.get('/api/app/v1/views?page=changes')).json()
    const mine = result.filter((row: { is_mine: boolean }) => row.is_mine)
    expect(mine.map(({ name }: { name: string }) => name)).toEqual(['kept'])
    expect(await (await page.request.get('/api/app/v1/mail-preferences')).json()).toMatchObject({ is_mail_on: true })
  })
}

test('no page or response can be framed, by another origin or by our own', async ({ page, signInAs, baseURL }) => {
  expectConsoleErrors(page, /frame|Failed to load resource/i)
  await signInAs('viewer')
  for (const path of ['/sign-in', '/changes', '/no-such-page', '/api/app/v1/session', '/api/auth/csrf']) {
    const headers = (await page.request.get(path, { maxRedirects: 0 })).headers()
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
    await page.goto(`${foreign.sameSite}/?frame=${encodeURIComponent(`${baseURL}${path}`)}`)
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/)
  }
})

const run = 'window.__hindsightRan=1'
const corpus = [
  `<script>${run}</script>`,
  `"><img src=x onerror="${run}">`,
  `'"--></title></style></textarea></script><svg onload=${run}>`,
  `<iframe srcdoc="<script>parent.${run.slice(7)}</script>"></iframe>`,
  `<details open ontoggle=${run}>x`,
  `javascript:${run}`,
  `{{constructor.constructor('${run}')()}}`,
  '\u2028</script><script>window.__hindsightRan=1</script>',
]
const links = [
  `[a](javascript:${run})`,
  `[b](java\nscript:${run})`,
  `[c](data:text/html,<script>${run}</script>)`,
  `![d](x"onerror="${run})`,
  `<a href="javascript:${run}">e</a>`,
  `<img src=x onerror=${run}>`,
  `[f]: javascript:${run}\n\n[f]`,
  `<math><mtext><style><img src=x onerror=${run}></style></mtext></math>`,
]

/** Runs in the page. True once React has taken it over. */
const isAlive = () => Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__react'))

test('user text is shown as text everywhere: no script in it runs', async ({ page, signInAsOwn, tokens }) => {
  const word = ownWord()
  const all = corpus.join(' ')
  await signInAsOwn('manager')
  const number = `CHG-${word}`
  await withDatabase((db) =>
    insertChange(db, number, {
      title: `${word} ${all}`,
      affectedServices: [corpus[1] ?? ''],
      implementationPlan: { steps: corpus, [corpus[0] ?? '']: { [corpus[1] ?? '']: corpus[2] } },
      riskAssessment: { [corpus[2] ?? '']: links },
    }),
  )
  const { reference } = await sendOwn(page.request, 'POST', `/api/app/v1/changes/${number}/review`, {})
  for (const body of [...corpus, ...links]) {
    await sendOwn(page.request, 'POST', `/api/app/v1/reviews/${reference}/comments`, { body })
  }
  const improvement = await page.request.post('/api/itsm/v1/improvements', {
    headers: { authorization: `Bearer ${tokens.itsm.write}` },
    data: {
      title: `${word} ${all}`.slice(0, 200),
      owner: 'ines.marchetti@hindsight.example',
      target_date: '2027-05-29',
      source_type: 'pir',
      source_ref: reference,
    },
  })
  const article = await page.request.post('/api/docs/v1/articles', {
    headers: { authorization: `Bearer ${tokens.docs.write}` },
    data: {
      content: [`# ${word} ${corpus[1]}`, ...corpus, ...links].join('\n\n'),
      metadata: { article_type: 'lesson', polarity: 'negative', category: 'planning', tags: [corpus[0], word] },
    },
  })
  const search = `query=${encodeURIComponent(`title = "${corpus[1]?.replaceAll('"', '')}"`)}`
  await sendOwn(page.request, 'POST', '/api/app/v1/views', {
    page: 'changes',
    name: (corpus[1] ?? '').slice(0, 80),
    search: `${search}"><script>${run}</script>`,
    is_shared: false,
  })
  const ids = { improvement: (await improvement.json()).id, article: (await article.json()).id }
  const paths = [
    `/changes/${number}`,
    `/changes/${number}/review/plan`,
    `/changes/${number}/discussion`,
    `/changes/${number}/report`,
    `/changes?search=${word}`,
    `/changes?${search}`,
    ...corpus.map((text) => `/changes?query=${encodeURIComponent(text)}`),
    `/improvements/${ids.improvement}`,
    `/knowledge/${ids.article}`,
    `/knowledge?query=${word}`,
    `/sign-in?callbackUrl=${encodeURIComponent(corpus[1] ?? '')}&error=${encodeURIComponent(corpus[0] ?? '')}`,
  ]
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await page.waitForFunction(isAlive)
    expect(await page.evaluate(() => '__hindsightRan' in window), path).toBe(false)
    const dangerous = await page.evaluate(() =>
      [...document.querySelectorAll('a[href], img[src], iframe, form[action]')]
        .map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? element.tagName)
        .filter((href) => /^\s*(?:javascript|data:text|vbscript|IFRAME)/i.test(href)),
    )
    expect(dangerous, path).toEqual([])
  }
})
