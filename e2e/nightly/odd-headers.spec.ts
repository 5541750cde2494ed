import { once } from 'node:events'
import { Agent, request as send } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from '#e2e/api/call-api.ts'
import { startServer } from '#e2e/support/server-process.ts'

/** The headers that Next, next-auth and this service read. */
const names = `
  Host Origin Referer Cookie Authorization Accept Accept-Encoding Accept-Language Content-Type Content-Encoding
  Range If-None-Match If-Match If-Modified-Since Purpose X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto
  X-Forwarded-Port Forwarded Via X-Real-Ip RSC Next-Router-State-Tree Next-Router-Prefetch
  Next-Router-Segment-Prefetch Next-Url Next-Action Next-HMR-Refresh Next-Resume Next-Test-Fetch-Priority
  X-Nextjs-Data X-Nextjs-Request-Id X-Nextjs-Html-Request-Id X-Nextjs-Postponed X-Prerender-Revalidate
  X-Action-Forwarded X-Middleware-Subrequest X-Middleware-Rewrite X-Middleware-Prefetch
  X-Middleware-Override-Headers X-Invoke-Path X-Invoke-Status X-Invoke-Query X-Matched-Path X-Now-Route-Matches
  X-Nonce Content-Security-Policy Sec-Fetch-Site Sec-Fetch-Mode Traceparent Tracestate X-Request-Id User-Agent
  Upgrade Expect
`
  .trim()
  .split(/\s+/)

const values = [
  '',
  'x',
  '[',
  '[]',
  '{}',
  'null',
  '%',
  '%E0%A4%A',
  '\xff\xfe',
  '-1',
  '9'.repeat(30),
  '*',
  ',',
  ';=',
  '"',
  '\t',
  '/',
  '//',
  '/../..',
  '/_tree',
  '/x/%zz',
  '__proto__',
  'http://[',
  'evil.example',
  'evil.example:99999',
  '[::1',
  'a, b',
  'null, null',
  'javascript:x',
  '0'.repeat(42),
  'multipart/form-data',
  'multipart/form-data; boundary=',
  '["",{}]',
  '["",{"children":5}]',
  '["",{},null,"x"]',
  `${'["",{"a":'.repeat(300)}["",{}]${'}]'.repeat(300)}`,

  '['.repeat(3_000),
  'x'.repeat(6_000),
  'hindsight.session=x',
  'hindsight.callback-url=http://[',
  'hindsight.csrf=%',
  'bytes=0-',
  'W/"x"',
  'gzip;q=x',
  'Bearer x',
  'h2c',
]

const pages = [
  '/sign-in',
  '/changes',
  '/unsubscribe/x.y',
  '/nothing',
  '/api/auth/csrf',
  '/api/auth/signin',
  '/reference',
]

type OddRequest = { method: string; path: string; headers: Record<string, string> }

const agent = new Agent({ keepAlive: true, maxSockets: 4 })

/** The status of a response. */
function ask(baseUrl: string, { method, path, headers }: OddRequest): Promise<number> {
  return new Promise((done, fail) => {
    const outgoing = send(`${baseUrl}${path}`, { method, agent, headers }, (response) => {
      response.resume()
      response.on('end', () => done(response.statusCode ?? 0))
    })
    outgoing.on('error', fail)
    outgoing.end(method === 'POST' ? '["a"]' : undefined)
  })
}

/** Sends the start of a body and closes the connection once the server has received it. */
async function leave(baseUrl: string, path: string): Promise<void> {
  const { hostname, port, host } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  const lines = `Host: ${host}\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 5000\r\nExpect: 100-continue`
  socket.write(`POST ${path} HTTP/1.1\r\n${lines}\r\n\r\nabc`)
  await Promise.race([once(socket, 'data'), once(socket, 'close')])
  socket.destroy()
}

/** Every header with every value, on alternating pages, and by turns as a page request and as an action. */
function* requests(): Generator<OddRequest> {
  let nth = 0
  for (const name of names) {
    for (const value of values) {
      const path = pages[nth % pages.length] ?? '/'
      nth += 1
      if (nth % 2 === 0 || path.startsWith('/api/')) {
        yield { method: 'GET', path, headers: { RSC: '1', [name]: value } }
        continue
      }
      const action = { 'Sec-Fetch-Site': 'same-origin', 'Next-Action': '0'.repeat(42), 'Content-Type': 'text/plain' }
      yield { method: 'POST', path, headers: { ...action, [name]: value } }
    }
  }
}

// That no value forges a log line: server/platform/log/log.test.ts.
test('no header causes a server error', async ({ world }) => {
  const server = await startServer(world.serverEnv)
  const waiting = requests()
  const failed: string[] = []
  const work = async () => {
    for (const request of waiting) {
      const status = await ask(server.baseUrl, request).catch((error) => String(error))
      if (typeof status !== 'number' || status >= 500) failed.push(`${status} ${JSON.stringify(request).slice(0, 200)}`)
    }
  }
  await Promise.all([work(), work(), work(), work()])
  expect(failed).toEqual([])

  await Promise.all(['/sign-in', '/changes', '/api/auth/csrf'].map((path) => leave(server.baseUrl, path)))
  await server.stop()
  agent.destroy()
  const lines = server.lines.map((text) => JSON.parse(text))
  expect(lines.length).toBeGreaterThan(100)
  expect(lines.filter(({ level, status }) => level >= 50 || status >= 500)).toEqual([])
})
