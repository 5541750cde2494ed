import { parse } from 'csv-parse/sync'
import { allEndpoints } from '#lib/contracts/all-endpoints.ts'
import { listShapeOf } from '#lib/contracts/whole-list.ts'
import { openSession } from '../credentials.ts'
import { type CallApi, expect, expectError, test } from './call-api.ts'

/** Those that are read by cursor: each record is in them exactly once, also while others are written. */
const lists = allEndpoints.filter(
  (endpoint) => listShapeOf(endpoint) !== null && endpoint.query !== undefined && 'cursor' in endpoint.query.shape,
)

test('the lists of records and the queue are among them', () => {
  expect(lists.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'listUsers',
      'listProducts',
      'listChanges',
      'listIncidents',
      'listImprovements',
      'listArticles',
      'listQueue',
    ]),
  )
})

/** The identifiers of a list, read page by page. */
async function readPages(
  call: CallApi,
  path: string,
  headers: Record<string, string>,
  member: string,
  key: string,
): Promise<string[]> {
  const found: string[] = []
  for (let next: string | undefined = `${path}?limit=20`; next !== undefined; ) {
    const page = await call('GET', next, { headers })
    found.push(...page.json[member].map((record: Record<string, unknown>) => String(record[key])))
    next = /<https?:\/\/[^/>]+(\/[^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
  }
  return found
}

/** The path of a list; one of an audit is of an audit that was drawn. */
async function pathOf(call: CallApi, path: string, headers: Record<string, string>): Promise<string> {
  if (!path.includes('{id}')) return path
  const { json } = await call('GET', '/api/app/v1/audits', { headers })
  const drawn = json.result.find(({ drawn_at }: { drawn_at: string | null }) => drawn_at !== null)
  return path.replace('{id}', drawn.id)
}

for (const endpoint of lists) {
  test(`${endpoint.name} returns the whole list as NDJSON and CSV`, async ({ call, world }) => {
    const { cookie } = await openSession(world, 'manager')
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const path = await pathOf(call, endpoint.path, headers)
    const { member, fields } = listShapeOf(endpoint) ?? { member: '', fields: [] }
    const [key = ''] = fields

    // Other tests write at the same time: what stood throughout must be in it once.
    const before = await readPages(call, path, headers, member, key)
    const lines = await call('GET', path, { headers: { ...headers, accept: 'application/x-ndjson' } })
    const table = await call('GET', path, {
      headers: { ...headers, accept: 'text/csv', 'accept-encoding': 'gzip' },
    })
    const after = new Set(await readPages(call, path, headers, member, key))
    const standing = before.filter((id) => after.has(id))
    expect(standing.length).toBeGreaterThan(0)

    expect(lines.status).toBe(200)
    const records = lines.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const [first] = records
    expect(fields).toEqual(expect.arrayContaining(Object.keys(first)))
    const [header, ...rows] = parse(table.text) as string[][]
    expect(header).toEqual(fields)
    expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(table.headers.get('content-encoding')).toBe('gzip')
    expect(table.headers.get('vary')).toMatch(/\bAccept\b(?!-)/)
    for (const ids of [records.map((record) => String(record[key])), rows.map(([id]) => id)]) {
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).toEqual(expect.arrayContaining(standing))
    }

    const rejected = await call('GET', `${path}?limit=5`, { headers: { ...headers, accept: 'text/csv' } })
    expectError(rejected, 400, 'invalid_parameter', /limit.*whole list/)
    const head = await call('HEAD', path, { headers: { ...headers, accept: 'text/csv' } })
    expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' })
  })
}
