import { expect, test } from './call-api.ts'

const users = '/api/v1/users'
const change = '/api/itsm/v1/changes/CHG0030001'

test('a repeatedly requested list is compressed for callers that accept it, with the same text', async ({
  call,
  tokens,
}) => {
  const ask = (accepted: string) =>
    call('GET', users, { token: tokens.resources.read, headers: { 'accept-encoding': accepted } })
  await ask('identity')
  const plain = await ask('identity')
  const compressed = await ask('gzip')
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(compressed.headers.get('content-encoding')).toBe('gzip')
  expect(compressed.text).toBe(plain.text)
  expect(compressed.headers.get('etag')).toBe(plain.headers.get('etag'))
  for (const { headers } of [plain, compressed]) expect(headers.get('vary')).toContain('Accept-Encoding')
  expect(Number(compressed.headers.get('content-length'))).toBeLessThan(plain.text.length / 2)
})

test('a single record is not compressed, since writes may use its ETag', async ({ call, tokens }) => {
  const ask = () => call('GET', change, { token: tokens.itsm.read, headers: { 'accept-encoding': 'gzip' } })
  await ask()
  const again = await ask()
  expect(again.headers.get('content-encoding')).toBeNull()
  expect(again.headers.get('etag')).toMatch(/^"v\d+"$/)
})

test('the OpenAPI document has an ETag for each encoding', async ({ call }) => {
  const ask = (accepted: string, tag = '') =>
    call('GET', '/api/openapi.json', { headers: { 'accept-encoding': accepted, 'if-none-match': tag } })
  const plain = await ask('identity')
  const compressed = await ask('gzip')
  expect(compressed.headers.get('content-encoding')).toBe('gzip')
  expect(compressed.text).toBe(plain.text)
  expect(plain.json.openapi).toMatch(/^3\.1/)
  const [tag, other] = [plain, compressed].map(({ headers }) => headers.get('etag') ?? '')
  expect(other).toBe(tag?.replace(/"$/, '-gzip"'))
  expect((await ask('gzip', other)).status).toBe(304)
  expect((await ask('identity', other)).status).toBe(200)
})
