import { randomUUID } from 'node:crypto'
import { getArticle, listArticles } from '#lib/contracts/articles.ts'
import { getImprovement, listImprovements } from '#lib/contracts/improvements.ts'
import { expect, expectError, test } from './call-api.ts'

const itsm = '/api/itsm/v1'
const docs = '/api/docs/v1'
const inQuery = (expression: string) => encodeURIComponent(expression)

const improvement = (sourceRef: string) => ({
  title: 'Rehearse the upgrade on a full copy',
  description: 'Measure it before a window is requested.',
  source_type: 'pir',
  source_ref: sourceRef,
  owner: 'ines.marchetti@hindsight.example',
  target_date: '2027-03-31',
  category: 'testing',
  priority: 'high',
})

test('an improvement is registered, found by its source, read and updated', async ({ call, tokens }) => {
  const sourceRef = `PIR-${randomUUID()}`
  const body = improvement(sourceRef)
  const created = await call('POST', `${itsm}/improvements`, { token: tokens.itsm.write, body })
  expect(created.status, created.text).toBe(201)
  expect(created.json).toMatchObject({ ...body, status: 'open' })
  const path = created.headers.get('location') ?? ''
  expect(path).toBe(`${itsm}/improvements/${created.json.id}`)

  const query = inQuery(`source_ref = "${sourceRef}"`)
  const found = await call('GET', `${itsm}/improvements?query=${query}`, { token: tokens.itsm.read })
  expect(listImprovements.response.parse(found.json)).toEqual({ result: [created.json], total_count: 1 })

  const read = await call('GET', path, { token: tokens.itsm.read })
  expect(getImprovement.response.parse(read.json)).toEqual(created.json)

  const patch = { status: 'in_progress', owner: 'someone.else@example.org', target_date: '2027-04-30' }
  const headers = { 'if-match': read.headers.get('etag') ?? '' }
  const updated = await call('PATCH', path, { token: tokens.itsm.write, headers, body: patch })
  expect(updated.json).toMatchObject({ ...body, ...patch })
  expectError(await call('PATCH', path, { token: tokens.itsm.write, headers, body: patch }), 412, 'precondition_failed')
})

test('one of 50 equal requests with one key is executed, and all get its response', async ({ call, tokens }) => {
  const sourceRef = `PIR-${randomUUID()}`
  const send = () =>
    call('POST', `${itsm}/improvements`, {
      token: tokens.itsm.write,
      body: improvement(sourceRef),
      headers: { 'idempotency-key': sourceRef },
    })
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
  expect(found.json.total_count).toBe(1)
})

test('an article is published, found by metadata and by text, and edited', async ({ call, tokens }) => {
  const word = `quokka${randomUUID().replaceAll('-', '')}`
  const pir = `PIR-${randomUUID()}`
  const body = {
    content: `# Measure on a full copy\n\nThe ${word} was slow.`,
    metadata: {
      article_type: 'lesson',
      source_pir: pir,
      polarity: 'negative',
      tags: ['upgrade'],
      technologies: ['x y'],
    },
  }
  const created = await call('POST', `${docs}/articles`, { token: tokens.docs.write, body })
  expect(created.status, created.text).toBe(201)
  const path = created.headers.get('location') ?? ''
  expect(getArticle.response.parse((await call('GET', path, { token: tokens.docs.read })).json)).toEqual(created.json)

  for (const search of [
    `query=${inQuery(`metadata.source_pir = "${pir}"`)}`,
    `query=${inQuery(`metadata.tags = upgrade AND metadata.technologies = "x y" AND metadata.source_pir = "${pir}"`)}`,
    `q=${word}`,
  ]) {
    const found = await call('GET', `${docs}/articles?${search}`, { token: tokens.docs.read })
    expect(listArticles.response.parse(found.json), search).toEqual({ total_count: 1, articles: [created.json] })
  }

  const patch = { metadata: { tags: ['upgrade', 'window'], polarity: null } }
  const edited = await call('PATCH', path, { token: tokens.docs.write, body: patch })
  expect(edited.json.content).toBe(body.content)
  expect(edited.json.metadata).toMatchObject({ source_pir: pir, tags: ['upgrade', 'window'], polarity: null })
})
