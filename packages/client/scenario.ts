import { randomUUID } from 'node:crypto'
import { createHindsight, dataOf, type ErrorCode, pagesOf, type Schemas } from '@hindsight/client'

const clientFor = (baseUrl: string, token: string) => createHindsight({ baseUrl, token })
type Improvement = Schemas['Improvement']

type Tokens = Record<'resources' | 'itsm' | 'docs', { read: string; write: string }>

/** What the generated client receives from both APIs. */
type Scenario = {
  users: { limit: number; names: string[] }
  articles: number
  search: { written: string[]; found: string[]; left: number }
  change: { before: string | null; after: string | null }
  incident: { statuses: number[]; priorityLevel: number | null | undefined; events: string[] }
  improvement: { created: Improvement; repeatedId: string; moved: Improvement; location: string | null }
  refusals: Record<
    'readerWrites' | 'lateWriter' | 'badFilter' | 'unknownId',
    { status: number; code?: ErrorCode | undefined }
  >
}

/** Reads, patches and posts with the client that was generated from the document of a running service. */
async function runScenario(baseUrl: string, tokens: Tokens): Promise<Scenario> {
  const resources = clientFor(baseUrl, tokens.resources.read)
  const docs = clientFor(baseUrl, tokens.docs.read)
  const users = dataOf(await resources.GET('/api/v1/users', { params: { query: { limit: 2, sort: '-name' } } }))
  const articles = dataOf(await docs.GET('/api/docs/v1/articles', { params: { query: { limit: 1 } } }))
  const improvement = await registerImprovement(baseUrl, tokens)
  return {
    users: { limit: users.meta.limit, names: users.data.map(({ name }) => name) },
    articles: articles.articles.length,
    search: await searchArticles(baseUrl, tokens),
    change: await rewriteChange(baseUrl, tokens),
    incident: await writeIncident(baseUrl, tokens),
    improvement,
    refusals: await collectRefusals(baseUrl, tokens, improvement.created.id),
  }
}

/** Finds its own articles by a search, whose pages have numbers instead of cursors, and deletes them. */
async function searchArticles(baseUrl: string, tokens: Tokens): Promise<Scenario['search']> {
  const docs = clientFor(baseUrl, tokens.docs.write)
  const q = `word${randomUUID().replaceAll('-', '')}`
  const written: string[] = []
  for (let count = 0; count < 3; count += 1) {
    const body = { content: `# Article\n\nAbout ${q}.`, metadata: { article_type: 'note' } }
    written.push(dataOf(await docs.POST('/api/docs/v1/articles', { body })).id)
  }
  const found: string[] = []
  const readPage = (query: { cursor?: string; page?: number }) =>
    docs.GET('/api/docs/v1/articles', { params: { query: { q, limit: 1, ...query } } })
  for await (const { articles } of pagesOf(readPage)) found.push(...articles.map(({ id }) => id))
  for (const id of found) dataOf(await docs.DELETE('/api/docs/v1/articles/{id}', { params: { path: { id } } }))
  return { written, found, left: dataOf(await readPage({})).total_count }
}

/** Writes to a change what it holds already, on condition that nobody wrote in between. */
async function rewriteChange(baseUrl: string, tokens: Tokens): Promise<Scenario['change']> {
  const itsm = clientFor(baseUrl, tokens.itsm.write)
  const list = dataOf(
    await itsm.GET('/api/itsm/v1/changes', { params: { query: { query: 'is_stub = false', limit: 1 } } }),
  )
  const [listed] = list.result
  if (!listed) throw new Error('There is no change to try the client on.')
  const path = { number: listed.number }
  const read = await itsm.GET('/api/itsm/v1/changes/{number}', { params: { path } })
  const { pir_completed, pir_reference, pir_outcome, pir_date } = dataOf(read)
  const written = await itsm.PATCH('/api/itsm/v1/changes/{number}', {
    params: { path, header: { 'If-Match': read.response.headers.get('etag') ?? '' } },
    body: { pir_completed, pir_reference, pir_outcome, pir_date },
  })
  return { before: pir_outcome, after: dataOf(written).pir_outcome }
}

/** Creates an incident, updates it, and finds both writes among the events. */
async function writeIncident(baseUrl: string, tokens: Tokens): Promise<Scenario['incident']> {
  const itsm = clientFor(baseUrl, tokens.itsm.write)
  const path = { number: `INC-${randomUUID()}` }
  const created = await itsm.PUT('/api/itsm/v1/incidents/{number}', {
    params: { path, header: { 'If-None-Match': '*' } },
    body: { opened_at: '2026-03-01T10:00:00Z' },
  })
  const updated = await itsm.PUT('/api/itsm/v1/incidents/{number}', { params: { path }, body: { priority: 'P1' } })
  const events: string[] = []
  for (let after = 'start'; events.length < 2; ) {
    const query = { after, limit: 1000, wait: 5 }
    const feed = dataOf(await itsm.GET('/api/itsm/v1/events', { params: { query } }))
    events.push(...feed.result.filter(({ key }) => key === path.number).map(({ type }) => type))
    after = feed.next
  }
  return {
    statuses: [created.response.status, updated.response.status],
    priorityLevel: dataOf(updated).priority_level,
    events,
  }
}

/** Posts an action twice with one key, then moves it on. */
async function registerImprovement(baseUrl: string, tokens: Tokens): Promise<Scenario['improvement']> {
  const itsm = clientFor(baseUrl, tokens.itsm.write)
  const post = {
    params: { header: { 'Idempotency-Key': randomUUID() } },
    body: {
      title: 'Generate the client from the document',
      source_type: 'pir',
      source_ref: 'PIR-2026-0042',
      owner: 'ines.marchetti@hindsight.example',
      target_date: '2026-12-18',
    },
  }
  const first = await itsm.POST('/api/itsm/v1/improvements', post)
  const again = await itsm.POST('/api/itsm/v1/improvements', post)
  const created = dataOf(first)
  const moved = await itsm.PATCH('/api/itsm/v1/improvements/{id}', {
    params: { path: { id: created.id }, header: { 'If-Match': first.response.headers.get('etag') ?? '' } },
    body: { status: 'in_progress' },
  })
  return {
    created,
    repeatedId: dataOf(again).id,
    moved: dataOf(moved),
    location: first.response.headers.get('location'),
  }
}

async function collectRefusals(baseUrl: string, tokens: Tokens, id: string): Promise<Scenario['refusals']> {
  const reader = clientFor(baseUrl, tokens.itsm.read)
  const writer = clientFor(baseUrl, tokens.itsm.write)
  const path = '/api/itsm/v1/improvements/{id}'
  const refused = await reader.PATCH(path, { params: { path: { id } }, body: { status: 'done' } })
  const late = await writer.PATCH(path, {
    params: { path: { id }, header: { 'If-Match': '"v0"' } },
    body: { status: 'done' },
  })
  const filter = await reader.GET('/api/itsm/v1/incidents', { params: { query: { query: 'related_change =' } } })
  const unknown = await reader.GET(path, { params: { path: { id: 'imp_unknown' } } })
  const statusAndCode = ({
    response,
    error,
  }: {
    response: Response
    error?: { error: { code: ErrorCode } } | undefined
  }) => ({
    status: response.status,
    code: error?.error.code,
  })
  return {
    readerWrites: statusAndCode(refused),
    lateWriter: statusAndCode(late),
    badFilter: statusAndCode(filter),
    unknownId: statusAndCode(unknown),
  }
}

const { BASE_URL = '', TOKENS = '{}' } = process.env
console.log(JSON.stringify(await runScenario(BASE_URL, JSON.parse(TOKENS))))
