import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { openSession } from '#e2e/support/credentials.ts'
import { withOwnServer } from '#e2e/support/own-server.ts'
import { withFolder } from '#e2e/support/resources.ts'
import { allEndpoints } from '#lib/contracts/all-endpoints.ts'
import { findListShape } from '#lib/contracts/whole-list.ts'
import { type CallApi, expect, expectError, test } from './call-api.ts'

/** Lists that are read by cursor: each record is in them exactly once, even while others are written. */
const lists = allEndpoints.filter(
  (endpoint) => findListShape(endpoint) !== null && endpoint.query !== undefined && 'cursor' in endpoint.query.shape,
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

/** The path of a list; a list of an audit belongs to an audit with a drawn sample. */
async function findPath(call: CallApi, path: string, headers: Record<string, string>): Promise<string> {
  if (!path.includes('{id}')) return path
  const { json } = await call('GET', '/api/app/v1/audits', { headers })
  const drawn = json.result.find(({ drawn_at }: { drawn_at: string | null }) => drawn_at !== null)
  return path.replace('{id}', drawn.id)
}

for (const endpoint of lists) {
  test(`${endpoint.name} returns the whole list as NDJSON and CSV`, async ({ call, world }) => {
    const { cookie } = await openSession(world, 'manager')
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const path = await findPath(call, endpoint.path, headers)
    const { member, fields } = findListShape(endpoint) ?? { member: '', fields: [] }
    const [key = ''] = fields

    // Other tests write at the same time: a record that stood throughout must be in it once.
    const before = await readPages(call, path, headers, member, key)
    const lines = await call('GET', path, { headers: { ...headers, accept: 'application/x-ndjson' } })
    const table = await call('GET', path, {
      headers: { ...headers, accept: 'text/csv', 'accept-encoding': 'gzip' },
    })
    const after = new Set(await readPages(call, path, headers, member, key))
    const lasting = before.filter((id) => after.has(id))
    expect(lasting.length).toBeGreaterThan(0)

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
      expect(ids).toEqual(expect.arrayContaining(lasting))
    }

    const rejected = await call('GET', `${path}?limit=5`, { headers: { ...headers, accept: 'text/csv' } })
    expectError(rejected, 400, 'invalid_parameter', /limit.*whole list/)
    const head = await call('HEAD', path, { headers: { ...headers, accept: 'text/csv' } })
    expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' })
  })
}

type Rows = readonly Readonly<Record<string, unknown>>[]

/** The records of a workbook as LibreOffice reads them. */
const openWorkbook = (workbook: Uint8Array): Promise<Rows> =>
  withFolder('workbook', (folder) => {
    const file = join(folder, 'list.xlsx')
    writeFileSync(file, workbook)
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
    const args = [profile, '--headless', '--convert-to', 'csv', '--outdir', folder, file]
    expect(spawnSync('soffice', args, { encoding: 'utf8', timeout: 120_000 })).toMatchObject({ status: 0 })
    return parse(readFileSync(join(folder, 'list.csv')), { columns: true })
  })

for (const [path, number, date] of [
  ['/api/v1/products', 'price', null],
  ['/api/itsm/v1/incidents', 'priority_level', 'opened_at'],
] as const) {
  test(`LibreOffice finds the records, sums and moments of ${path}`, async ({ world }) => {
    test.skip(spawnSync('soffice', ['--version']).status !== 0, 'apt-get install libreoffice-calc')
    await withOwnServer(world, async ({ server, signInAs }) => {
      const headers = await signInAs('viewer')
      const get = (format: string) => fetch(`${server.baseUrl}${path}?format=${format}`, { headers })
      const lines = (await (await get('ndjson')).text()).trimEnd().split('\n')
      const expected: Rows = lines.map((line) => JSON.parse(line))
      const opened = await openWorkbook(await (await get('xlsx')).bytes())
      expect(opened).toHaveLength(expected.length)
      const sumColumn = (rows: Rows) => rows.reduce((sum, row) => sum + Number(row[number] ?? 0), 0)
      expect(sumColumn(opened)).toBeCloseTo(sumColumn(expected), 2)
      if (date === null) return
      const moments = expected.map((row) => String(row[date]).slice(0, 19).replace('T', ' '))
      expect(opened.map((row) => row[`${date} (UTC)`])).toEqual(moments)
    })
  })
}
