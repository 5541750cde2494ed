import { randomUUID } from 'node:crypto'
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
}) => {
  const token = tokens.itsm.write
  const number = numbered()
  const body = `number,opened_at,short_description\n${number},${day},Slow\n${number}x,soon,=1+1\n`
  const sent = await call('POST', `${base}?kind=incidents&time_zone=Europe/Copenhagen`, { token, body, headers: csv })
  expect(sent.status, sent.text).toBe(202)
  expect(sent.headers.get('ratelimit-policy')).toMatch(/^"bulk";/)
  const location = sent.headers.get('location') ?? ''
  expect(location).toBe(`${base}/${sent.json.id}`)
  await runQueuedImports()
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
