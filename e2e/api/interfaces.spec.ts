import { randomUUID } from 'node:crypto'
import { listArticles } from '#lib/contracts/articles.ts'
import { getChange, listChanges } from '#lib/contracts/changes.ts'
import { getIncident, listIncidents } from '#lib/contracts/incidents.ts'
import { listProducts } from '#lib/contracts/products.ts'
import { getUser, listUsers } from '#lib/contracts/users.ts'
import { expect, expectError, test } from './call-api.ts'

// What the generated client reads and writes: client-package.spec.ts. What each write stores: server/reviews/api-writes.
const resources = '/api/v1'
const itsm = '/api/itsm/v1'
const docs = '/api/docs/v1'
const inQuery = (expression: string) => encodeURIComponent(expression)

test('users are pages with the applied metadata, sorted, and a user has a profile', async ({ call, tokens }) => {
  const get = (path: string) => call('GET', `${resources}/users${path}`, { token: tokens.resources.read })
  const response = await get('')
  const { data, meta } = listUsers.response.parse(response.json)
  expect(meta).toMatchObject({ page: 1, limit: 50 })
  expect(data.length).toBe(Math.min(50, meta.total))
  expect(response.json.data[0]).not.toHaveProperty('profile')
  for (const user of data) expect(user.created_at).toMatch(/Z$/)
  for (const field of ['id', 'email', 'created_at']) {
    const { json } = await get(`?limit=100&sort=${field}`)
    const values = json.data.map((user: Record<string, string>) => user[field])
    expect(values).toEqual(values.toSorted())
  }
  const beyond = await get('?page=1000000')
  expect([beyond.status, beyond.json.data, beyond.json.meta.total]).toEqual([200, [], meta.total])
  expect(beyond.headers.get('link')).toMatch(/rel="first".*rel="prev".*rel="last"/)
  expect(beyond.headers.get('link')).not.toMatch(/rel="next"/)

  const found = getUser.response.parse((await get(`/${data[0]?.id}`)).json).data
  expect(found).toMatchObject(data[0] ?? {})
  expect(Object.keys(found.profile).toSorted()).toEqual(['avatar_url', 'bio', 'location'])
  expectError(await get('/nobody'), 404, 'not_found', /nobody/)
})

test('products are filtered by exact category and by inclusive prices', async ({ call, tokens }) => {
  const list = async (query: string) => {
    const { json } = await call('GET', `${resources}/products?limit=100&${query}`, { token: tokens.resources.read })
    return listProducts.response.parse(json).data
  }
  const all = await list('')
  const [sample] = all
  if (!sample) throw new Error('There are no products.')
  const found = await list(`category=${inQuery(sample.category)}&min_price=${sample.price}&max_price=${sample.price}`)
  expect(found).toEqual(all.filter(({ category, price }) => category === sample.category && price === sample.price))
  expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted())
})

for (const [list, queries] of [
  ['users', ['page=0', 'page=1.5', 'page=abc', 'page=', 'limit=101', 'limit=1e2', 'sort=', 'colour=red']],
  ['products', ['min_price=10&max_price=5', 'min_price=-1', 'max_price=1e3', 'category=', 'sort=price']],
] as const) {
  test(`an invalid parameter of ${list} is rejected by its name`, async ({ call, tokens }) => {
    for (const query of queries) {
      const [field] = query.split('=')
      const response = await call('GET', `${resources}/${list}?${query}`, { token: tokens.resources.read })
      expectError(response, 400, 'invalid_parameter', new RegExp(`^${field} `))
      expect(response.json.error.details[0]).toMatchObject({ field, in: 'query' })
    }
  })
}

test('a change is the bare object with an ETag of its version, and an unknown one a 404 that names it', async ({
  call,
  tokens,
}) => {
  const ask = () =>
    call('GET', `${itsm}/changes/CHG0030001`, { token: tokens.itsm.read, headers: { 'accept-encoding': 'gzip' } })
  await ask()
  const response = await ask()
  // Writes may use its ETag, which is that of the text as it is, also once the response is cached.
  expect(response.headers.get('content-encoding')).toBeNull()
  expect(getChange.response.strict().parse(response.json).number).toBe('CHG0030001')
  expect(response.headers.get('etag')).toMatch(/^"v\d+"$/)
  const unknown = `${itsm}/changes/CHG9999999`
  expectError(await call('GET', unknown, { token: tokens.itsm.read }), 404, 'not_found', /CHG9999999/)
  expectError(await call('PATCH', unknown, { token: tokens.itsm.write, body: {} }), 404, 'not_found')
})

test('PATCH as either media type writes the review fields of a change, and null clears them', async ({
  call,
  tokens,
}) => {
  const path = `${itsm}/changes/CHG0030010`
  for (const contentType of ['application/json', 'application/merge-patch+json']) {
    const patch = (body: object) =>
      call('PATCH', path, { token: tokens.itsm.write, headers: { 'content-type': contentType }, body })
    const before = (await call('GET', path, { token: tokens.itsm.read })).json
    const body = { pir_completed: true, pir_reference: 'PIR-2026-7777', pir_outcome: 'failed', pir_date: '2026-02-28' }
    const written = await patch(body)
    expect(written.json, written.text).toMatchObject(body)
    expect((await call('GET', path, { token: tokens.itsm.read })).json).toEqual(written.json)
    const nothing = { pir_completed: null, pir_reference: null, pir_outcome: null, pir_date: null }
    expect((await patch(nothing)).json).toMatchObject({ ...nothing, pir_completed: false })
    const { pir_completed, pir_reference, pir_outcome, pir_date } = before
    const restored = (await patch({ pir_completed, pir_reference, pir_outcome, pir_date })).json
    expect({ ...restored, updated_at: null }).toEqual({ ...before, updated_at: null })
  }
})

test('of eight writers with the same version of a change exactly one succeeds', async ({ call, tokens }) => {
  const path = `${itsm}/changes/CHG0030013`
  for (let round = 0; round < 5; round += 1) {
    const etag = (await call('GET', path, { token: tokens.itsm.read })).headers.get('etag') ?? ''
    const write = () => {
      const body = { pir_reference: `PIR-${randomUUID()}` }
      return call('PATCH', path, { token: tokens.itsm.write, headers: { 'if-match': etag }, body })
    }
    const responses = await Promise.all(Array.from({ length: 8 }, write))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(412)])
    for (const response of responses.filter(({ status }) => status === 412))
      expectError(response, 412, 'precondition_failed')
  }
})

test('the list of changes is newest first, complete, and can be paged', async ({ call, tokens, baseURL }) => {
  const all = await call('GET', `${itsm}/changes`, { token: tokens.itsm.read })
  const { result, total_count } = listChanges.response.parse(all.json)
  expect(result.length).toBe(Math.min(1000, total_count))
  const created = result.map((change) => change.created_at)
  expect(created).toEqual(created.toSorted().reverse())
  const page = await call('GET', `${itsm}/changes?limit=10&page=2`, { token: tokens.itsm.read })
  expect(page.json.result.map((change: { number: string }) => change.number)).toEqual(
    result.slice(10, 20).map((change) => change.number),
  )
  expect(page.headers.get('link')).toContain(`<${baseURL}/api/itsm/v1/changes?limit=10&page=1>; rel="first"`)
  expect(page.headers.get('link')).toContain('rel="next"')
})

test('incidents are found by the expression of the specification, and one is as the list has it', async ({
  call,
  tokens,
}) => {
  const get = (path: string, headers = {}) =>
    call('GET', `${itsm}/incidents${path}`, { token: tokens.itsm.read, headers })
  const all = listIncidents.response.parse((await get('')).json).result
  const linked = all.find((incident) => incident.related_change !== null)
  if (!linked?.affected_service) throw new Error('The demo data has no incident linked to a change and a service.')
  const { related_change, opened_at, affected_service } = linked
  const query = `related_change = "${related_change}" OR (opened_at >= "${opened_at}" AND affected_service = ${affected_service})`
  const found = listIncidents.response.parse((await get(`?query=${inQuery(query)}`)).json)
  const expected = all.filter(
    (one) =>
      one.related_change === related_change ||
      (one.opened_at >= opened_at && one.affected_service === affected_service),
  )
  expect(found).toEqual({ result: expected, total_count: expected.length })

  const one = await get(`/${linked.number}`)
  expect(getIncident.response.parse(one.json)).toEqual(linked)
  expect((await get(`/${linked.number}`, { 'if-none-match': one.headers.get('etag') ?? '' })).status).toBe(304)
  expectError(await get('/INC-none'), 404, 'not_found', /incident INC-none/)
})

test('one of 50 equal requests with one key is executed, and all get its response', async ({ call, tokens }) => {
  const sourceRef = `PIR-${randomUUID()}`
  const body = {
    title: 'Rehearse the upgrade on a full copy',
    source_type: 'pir',
    source_ref: sourceRef,
    owner: 'ines.marchetti@hindsight.example',
    target_date: '2027-03-31',
  }
  const headers = { 'idempotency-key': sourceRef }
  const send = () => call('POST', `${itsm}/improvements`, { token: tokens.itsm.write, body, headers })
  const responses = await Promise.all(Array.from({ length: 50 }, send))
  for (const response of responses.filter(({ status }) => status !== 201)) {
    expectError(response, 409, 'idempotency_in_progress')
  }
  const retried = await send()
  expect(retried.status).toBe(201)
  expect(retried.headers.get('idempotency-replayed')).toBe('true')
  const ids = new Set([...responses.filter(({ status }) => status === 201), retried].map(({ json }) => json.id))
  expect(ids.size).toBe(1)
  const query = inQuery(`source_ref = "${sourceRef}"`)
  const found = await call('GET', `${itsm}/improvements?query=${query}`, { token: tokens.itsm.read })
  expect(found.json).toMatchObject({ total_count: 1, result: [{ ...body, status: 'open' }] })
})

test('an article is found by metadata and by text, and edited', async ({ call, tokens }) => {
  const word = `quokka${randomUUID().replaceAll('-', '')}`
  const pir = `PIR-${randomUUID()}`
  const body = {
    content: `# Measure on a full copy\n\nThe ${word} was slow.`,
    metadata: { source_pir: pir, polarity: 'negative', tags: ['upgrade'], technologies: ['x y'] },
  }
  const created = await call('POST', `${docs}/articles`, { token: tokens.docs.write, body })
  expect(created.status, created.text).toBe(201)
  for (const search of [
    `query=${inQuery(`metadata.source_pir = "${pir}"`)}`,
    `query=${inQuery(`metadata.tags = upgrade AND metadata.technologies = "x y" AND metadata.source_pir = "${pir}"`)}`,
    `q=${word}`,
  ]) {
    const found = await call('GET', `${docs}/articles?${search}`, { token: tokens.docs.read })
    expect(listArticles.response.parse(found.json), search).toEqual({ total_count: 1, articles: [created.json] })
  }
  const patch = { metadata: { tags: ['upgrade', 'window'], polarity: null } }
  const path = created.headers.get('location') ?? ''
  const edited = await call('PATCH', path, { token: tokens.docs.write, body: patch })
  expect(edited.json).toMatchObject({ content: body.content, metadata: { source_pir: pir, ...patch.metadata } })
})
