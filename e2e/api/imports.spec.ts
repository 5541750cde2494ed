import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { runQueuedImports } from '#e2e/support/run-queued-imports.ts'
import { expect, expectError, test } from './call-api.ts'

const base = '/api/itsm/v1/imports'
const csv = { 'content-type': 'text/csv' }
const day = '2026-03-01T10:00:00Z'
/** A number that no other test uses. */
const numbered = () => `INC-${randomUUID().slice(0, 8)}`

test('a file is imported in the background, and its refused rows are returned as they came', async ({
  call,
  tokens,
  world,
}) => {
  const token = tokens.itsm.write
  const number = numbered()
  const body = `number,opened_at,short_description\n${number},${day},Slow\n${number}x,soon,=1+1\n`
  const sent = await call('POST', `${base}?kind=incidents&time_zone=Europe/Copenhagen`, { token, body, headers: csv })
  expect(sent.status, sent.text).toBe(202)
  expect(sent.headers.get('ratelimit-policy')).toMatch(/^"bulk";/)
  const location = sent.headers.get('location') ?? ''
  expect(location).toBe(`${base}/${sent.json.id}`)
  await runQueuedImports(world)
  const { json } = await call('GET', location, { token })
  expect(json).toMatchObject({ kind: 'incidents', rows: 2, inserted: 1, refused: 1, source: 'api' })
  expect(json.fields.map(({ field }: { field: string }) => field)).toEqual(['number', 'short_description', 'opened_at'])
  expect(json.refusals).toEqual([{ line: 3, place: 'line 3', reason: expect.stringContaining('"soon"') }])
  const refused = await call('GET', `${location}/refused`, { token })
  expect(refused.headers.get('content-disposition')).toBe(`attachment; filename="${json.id}.refused.csv"`)
  expect(refused.text).toContain(`,${number}x,soon,'=1+1`)
  expect((await call('GET', `/api/itsm/v1/incidents/${number}`, { token })).status).toBe(200)
  expectError(await call('GET', `/api/docs/v1/imports/${json.id}`, { token: tokens.docs.read }), 404, 'not_found')
})

test('a file is queued once for an Idempotency-Key', async ({ call, tokens }) => {
  const send = (body: string, key: string) =>
    call('POST', `${base}?kind=incidents&dry_run=true`, {
      token: tokens.itsm.write,
      body,
      headers: { ...csv, 'idempotency-key': key },
    })
  const key = randomUUID()
  const body = `number,opened_at\n${numbered()},${day}\n`
  const first = await send(body, key)
  expect(first.json).toMatchObject({ status: 'queued', dry_run: true })
  const again = await send(body, key)
  expect(again.json.id).toBe(first.json.id)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expectError(await send(`${body}INC,${day}\n`, key), 422, 'idempotency_key_reused')
})

test('what cannot be a file of the kind is rejected', async ({ call, tokens }) => {
  const send = (query: string, body: string | undefined, type: string, system: 'itsm' | 'docs' = 'itsm') =>
    call('POST', `/api/${system}/v1/imports?${query}`, {
      token: tokens[system].write,
      ...(body === undefined ? {} : { body }),
      headers: { 'content-type': type },
    })
  expectError(await send('kind=incidents', 'a,b', 'text/plain'), 415, 'unsupported_media_type')
  expectError(await send('kind=incidents', undefined, 'text/csv'), 400, 'invalid_request', /empty/)
  expectError(await send('kind=articles', 'a,b', 'text/csv'), 400, 'invalid_parameter', /kind/)
  expectError(await send('kind=changes', 'a,b', 'text/csv', 'docs'), 400, 'invalid_parameter', /kind/)
  expectError(await send('kind=incidents&time_zone=Moon', 'a,b', 'text/csv'), 400, 'invalid_request', /Moon/)
  expectError(await send('kind=incidents&mapping=None', 'a,b', 'text/csv'), 404, 'not_found', /None/)
})

test('a file beyond the limit is rejected by its announced length', async ({ baseURL, tokens }) => {
  const headers = {
    'content-type': 'text/csv',
    authorization: `Bearer ${tokens.itsm.write}`,
    'content-length': String(200 * 1024 * 1024 + 1),
  }
  const status = await new Promise((resolve, reject) => {
    const sent = request(`${baseURL}/api/itsm/v1/imports?kind=incidents`, { method: 'POST', headers }, (response) => {
      resolve(response.statusCode)
      response.destroy()
    })
    sent.on('error', reject)
    sent.flushHeaders()
  })
  expect(status).toBe(413)
})
