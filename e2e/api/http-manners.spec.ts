import { buildEndpointUrl } from '#lib/api/call-endpoint.ts'
import { allEndpoints } from '#lib/contracts/all-endpoints.ts'
import { createPathMatcher } from '#server/platform/api/read-input.ts'
import { expect, expectError, test } from './call-api.ts'

const users = '/api/v1/users'
const change = '/api/itsm/v1/changes/CHG0030001'
const improvements = '/api/itsm/v1/improvements'

/** A path for each shape: a list, a record, one that only writes, the pages' own API, and the ledger. */
const paths = ['listUsers', 'getChange', 'testMail', 'signOffReview', 'getReadiness', 'getLeaf', 'uploadImport']
  .flatMap((name) => allEndpoints.find((endpoint) => endpoint.name === name) ?? [])
  .map((endpoint) =>
    buildEndpointUrl(endpoint, {
      params: { reference: 'PIR-2026-0001', number: 'CHG0030001', ...endpoint.examples?.params },
    }),
  )

/** Lists the methods of every endpoint whose path or path template matches a path. */
const listMethods = (path: string): string[] =>
  allEndpoints.filter((endpoint) => createPathMatcher(endpoint.path)(path) !== null).map(({ method }) => method)

test.describe('methods', () => {
  test('others are rejected, with the allowed ones, and OPTIONS is answered', async ({ call }) => {
    for (const path of paths) {
      const definedMethods = listMethods(path)
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((name) => !definedMethods.includes(name))) {
        const response = await call(method, path)
        expectError(response, 405, 'method_not_allowed')
        for (const allowed of [...definedMethods, 'OPTIONS'])
          expect(response.headers.get('allow')?.split(', ')).toContain(allowed)
      }
      const response = await call('OPTIONS', path)
      expect(response.status).toBe(204)
      expect(response.headers.get('allow')).toContain('OPTIONS')
      expect(response.text).toBe('')
    }
  })

  test('HEAD returns the headers of GET without its body', async ({ call, tokens }) => {
    const get = await call('GET', users, { token: tokens.resources.read })
    const head = await call('HEAD', users, { token: tokens.resources.read })
    expect(head.status).toBe(200)
    expect(head.text).toBe('')
    expect(head.headers.get('etag')).toBe(get.headers.get('etag'))
    expect(head.headers.get('content-type')).toBe('application/json')
  })
})

test('unknown paths return 404 with the error object', async ({ call }) => {
  const unknown = ['/api', '/api/', '/api/nothing', '/api/v1/users/', '/api/v2/users', '/api/itsm/v1']
  const actions = ['nothing', 'session', 'signout', 'providers', 'verify-request', '_log']
  for (const path of [...unknown, ...actions.map((action) => `/api/auth/${action}`)]) {
    expectError(await call('GET', path), 404, 'not_found')
    expectError(await call('POST', path, { body: {} }), 404, 'not_found')
  }
})

test.describe('request ids', () => {
  test('an acceptable one is returned, on success and on error', async ({ call, tokens }) => {
    const headers = { 'x-request-id': 'my-request.0001' }
    const good = await call('GET', users, { token: tokens.resources.read, headers })
    expect(good.headers.get('x-request-id')).toBe('my-request.0001')
    const bad = await call('GET', `${users}?page=0`, { token: tokens.resources.read, headers })
    expect(bad.json.error.request_id).toBe('my-request.0001')
  })

  test('another one is replaced', async ({ call, tokens }) => {
    for (const id of ['short', 'has space in it', 'x'.repeat(129), 'semi;colon;semi']) {
      const response = await call('GET', users, { token: tokens.resources.read, headers: { 'x-request-id': id } })
      expect(response.headers.get('x-request-id')).not.toBe(id)
    }
  })
})

test('an unchanged list returns 304', async ({ call, tokens }) => {
  const first = await call('GET', users, { token: tokens.resources.read })
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^W\/".+"$/)
  for (const field of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
    const again = await call('GET', users, { token: tokens.resources.read, headers: { 'if-none-match': field } })
    expect(again.status, field).toBe(304)
    expect(again.text).toBe('')
    expect(again.headers.get('etag')).toBe(etag)
  }
  const other = await call('GET', users, { token: tokens.resources.read, headers: { 'if-none-match': '"other"' } })
  expect(other.status).toBe(200)
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
})

test.describe('bodies', () => {
  const valid = {
    title: 'Rehearse',
    source_type: 'pir',
    source_ref: 'PIR-2026-9999',
    owner: 'a@example.org',
    target_date: '2026-12-01',
  }

  test('other media types are rejected, with the accepted ones', async ({ call, tokens }) => {
    const post = await call('POST', improvements, {
      token: tokens.itsm.write,
      body: JSON.stringify(valid),
      headers: { 'content-type': 'text/plain' },
    })
    expectError(post, 415, 'unsupported_media_type')
    expect(post.headers.get('accept-post')).toBe('application/json')
    const patch = await call('PATCH', change, {
      token: tokens.itsm.write,
      body: '{}',
      headers: { 'content-type': 'application/xml' },
    })
    expectError(patch, 415, 'unsupported_media_type')
    expect(patch.headers.get('accept-patch')).toBe('application/json, application/merge-patch+json')
  })

  test('what is not the expected JSON is rejected', async ({ call, tokens }) => {
    for (const [body, code] of [
      ['{"title": ', 'invalid_request'],
      [' ', 'invalid_request'],
      ['[]', 'invalid_parameter'],
      [JSON.stringify({ ...valid, title: 'a\0b' }), 'invalid_request'],
      ['{"title":"\\ud800"}', 'invalid_request'],
      [`${'['.repeat(1e5)}"\\ud83d\\ude00"${']'.repeat(1e5)}`, 'invalid_request'],
      [JSON.stringify({ ...valid, colour: 'red' }), 'invalid_parameter'],
    ] as const) {
      expectError(await call('POST', improvements, { token: tokens.itsm.write, body }), 400, code)
    }
  })

  test('the error describes what is expected', async ({ call, tokens }) => {
    for (const [body, message] of [
      [{ ...valid, title: 5 }, /^title must be text/],
      [{ ...valid, owner: null }, /^owner must be an e-mail address/],
      [[], /^body is not valid: .*expected object, received array/],
    ] as const) {
      const response = await call('POST', improvements, { token: tokens.itsm.write, body })
      expectError(response, 400, 'invalid_parameter', message)
    }
  })
})
