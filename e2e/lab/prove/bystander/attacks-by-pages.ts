import type { RequestListener } from 'node:http'
import { signInAs } from '#e2e/support/own-server.ts'
import { serveHttp } from '#e2e/support/resources.ts'
import { type Attack, create, quadraticText, toBearer } from './attack.ts'

/** The pages that cost most for callers who have not signed in. */
const paths = ['/reference', '/sign-in', '/reference?system=itsm', '/no-such-page', '/_next/no-such-file']

/** Many connections of one IP address that all get pages without pause. */
export const getCostlyPages: Attack = {
  name: 'get-costly-pages',
  connections: 200,
  async prepare({ baseUrl }) {
    // The first page loads the code of all pages.
    for (const path of paths) await fetch(`${baseUrl}${path}`, { redirect: 'manual' })
    return (n) => new Request(`${baseUrl}${paths[n % paths.length]}`)
  },
}

/** Tokens to sign in, sign-ins with a wrong one, and proofs of the ledger, by somebody who is signed out. */
export const signInWithoutPause: Attack = {
  name: 'sign-in-without-pause',
  connections: 6,
  async prepare({ baseUrl }) {
    const form = {
      method: 'POST',
      body: new URLSearchParams({ csrfToken: 'wrong', email: 'a@b.example', password: 'x' }),
    }
    const requests = [
      () => new Request(`${baseUrl}/api/auth/csrf`),
      () => new Request(`${baseUrl}/api/auth/callback/credentials`, form),
      () => new Request(`${baseUrl}/api/ledger/v1/consistency?from=1&to=2`),
    ]
    await fetch(`${baseUrl}/api/auth/csrf`)
    return (n) => requests[n % requests.length]?.() ?? new Request(baseUrl)
  },
}

/** Markdown of 49 kB that would become a link of 200 bytes per seven characters, in as many elements as are shown. */
const texts = ['http://'.repeat(7_000), '*a* '.repeat(2_400)]

/** The pages of articles that grow when they are rendered, by somebody signed in. */
export const readSwellingArticles: Attack = {
  name: 'read-swelling-articles',
  connections: 20,
  async prepare({ baseUrl, tokens }) {
    const session = await signInAs(baseUrl, 'reviewer')
    const pages = await Promise.all(
      texts.map(async (text) => {
        const article = JSON.stringify({ content: `# Swelling\n\n${text}`, metadata: { article_type: 'lesson' } })
        const headers = toBearer(tokens.docs.write, 'application/json')
        return `${baseUrl}/knowledge/${await create(`${baseUrl}/api/docs/v1/articles`, headers, article)}`
      }),
    )
    // The first page loads its code.
    for (const page of pages) await fetch(page, { headers: session })
    return (n) => new Request(pages[n % pages.length] ?? '', { headers: session })
  },
}

/** Articles of 50 kB, for which the search index is made. */
export const postQuadraticTexts: Attack = {
  name: 'post-quadratic-texts',
  connections: 24,
  prepare: ({ baseUrl, tokens }) => {
    const headers = toBearer(tokens.docs.write, 'application/json')
    return (n) =>
      new Request(`${baseUrl}/api/docs/v1/articles`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ content: `# ${n}\n\n${quadraticText}`, metadata: { article_type: 'lesson' } }),
      })
  },
}

/** Milliseconds between two bytes of the other system. */
const pace = 1_000

/** Checks of a connection whose system answers with a byte a second, without end. */
export const checkSlowConnections: Attack = {
  name: 'check-slow-connections',
  connections: 30,
  async prepare({ baseUrl }) {
    const slow = await serveHttp(answerSlowly)
    const headers = { ...(await signInAs(baseUrl, 'admin')), 'Content-Type': 'application/json' }
    const connections = `${baseUrl}/api/app/v1/connections`
    const connection = JSON.stringify({
      kind: 'servicenow',
      name: 'slow',
      url: slow.url,
      options: { sign_in: { method: 'basic', user: 'hindsight' }, tables: { change_request: {} } },
      secret: 'none',
    })
    const id = await create(connections, headers, connection)
    return () => new Request(`${connections}/${id}/check`, { method: 'POST', headers })
  },
}

/** The other system, which ends with the process of the attacker. */
const answerSlowly: RequestListener = (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  const timer = setInterval(() => response.write(' '), pace)
  response.on('close', () => clearInterval(timer))
}
