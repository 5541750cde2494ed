import { signInAs } from '#e2e/support/own-server.ts'
import { startServer } from '#e2e/support/server-process.ts'
import { readAttributes, startCollector } from '#server/platform/tracing/testing-collector.ts'
import { apiCaller, expect, test } from './call-api.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${traceId}-b7ad6b7169203331-01`

const logged = (lines: readonly string[], requestId: string) =>
  lines
    .filter((line) => line.startsWith('{'))
    .flatMap((line) => {
      const entry = JSON.parse(line)
      return entry.request_id === requestId ? [entry] : []
    })

test('requests of the API and pages are traced, and the log has their ids', async ({ world, tokens }) => {
  const collector = await startCollector()
  const server = await startServer({
    ...world.serverEnv,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  })
  const key = 'the-key-of-a-link-that-nobody-else-may-read'
  const session = await signInAs(server.baseUrl, 'viewer')
  const api = await apiCaller(server.baseUrl)('GET', '/api/itsm/v1/changes?query=title~wording-of-a-person', {
    token: tokens.itsm.read,
    headers: { traceparent, 'x-request-id': 'traced-by-api' },
  })
  expect(api.headers.get('traceresponse')).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`))
  const page = await fetch(`${server.baseUrl}/changes`, { headers: { ...session, 'x-request-id': 'traced-by-page' } })
  await page.text()
  await (await fetch(`${server.baseUrl}/answers/${key}`, { headers: { 'x-request-id': 'traced-by-link' } })).text()
  expect(await server.stop()).toBe(0)
  await collector.stop()

  const findSpan = (requestId: string) =>
    collector.spans.find((span) => readAttributes(span)['hindsight.request_id'] === requestId)
  const apiSpan = findSpan('traced-by-api')
  expect(apiSpan).toMatchObject({ name: 'GET /api/itsm/v1/changes', traceId, parentSpanId: 'b7ad6b7169203331' })
  expect(logged(server.lines, 'traced-by-api')).toMatchObject([{ operation: 'listChanges', trace_id: traceId }])
  const statements = collector.spans.filter(({ parentSpanId }) => parentSpanId === apiSpan?.spanId)
  expect(statements.length).toBeGreaterThan(0)

  const shown = findSpan('traced-by-page')
  expect(shown?.name).toBe('GET /changes')
  expect(shown && readAttributes(shown)).toMatchObject({ 'http.route': '/changes', 'http.response.status_code': 200 })
  expect(page.headers.get('traceresponse')).toContain(shown?.traceId)
  expect(page.headers.get('x-request-id')).toBe('traced-by-page')
  const lines = logged(server.lines, 'traced-by-page')
  expect(lines).toMatchObject([{ operation: 'page', path: '/changes', status: 200, trace_id: shown?.traceId }])
  const below = collector.spans.filter(({ parentSpanId }) => parentSpanId === shown?.spanId)
  expect(below.length).toBeGreaterThan(0)

  expect(findSpan('traced-by-link')?.name).toBe('GET /answers/[secret]')
  expect(logged(server.lines, 'traced-by-link')).toMatchObject([{ path: '/answers/[secret]' }])
  const cookie = session.cookie?.split('; ').map((pair) => pair.slice(pair.indexOf('=') + 1)) ?? []
  expect(cookie.length).toBeGreaterThan(0)
  for (const value of [key, 'wording-of-a-person', tokens.itsm.read, ...cookie]) {
    expect(collector.text()).not.toContain(value)
    expect(server.lines.join('\n')).not.toContain(value)
  }
})
