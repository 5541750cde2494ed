import { expect, test } from './call-api.ts'

test('health and readiness need no credential', async ({ call }) => {
  expect((await call('GET', '/api/health')).json).toEqual({ status: 'alive' })
  expect((await call('GET', '/api/ready')).json).toEqual({ status: 'ready' })
})

test('metrics are Prometheus text that counts the requests', async ({ call, tokens }) => {
  await call('GET', '/api/health')
  const response = await call('GET', '/api/metrics', { token: tokens.itsm.read })
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(response.text).toMatch(
    /hindsight_http_request_duration_seconds_count\{method="GET",route="\/api\/health",status="200"\} \d+/,
  )
  expect(response.text).toContain('hindsight_database_connections')
})
