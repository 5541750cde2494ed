import { writeCursor } from '#server/platform/db/list.ts'
import type { LoadRequest } from './load.ts'
import { services } from './vocabulary.ts'

/** A server on the filled database of a size. */
export type LoadedServer = {
  readonly baseUrl: string
  readonly tokens: { readonly resources: string; readonly itsm: string }
  readonly size: number
}

export type BenchScenario = {
  readonly name: string
  requests(of: LoadedServer): readonly LoadRequest[] | Promise<readonly LoadRequest[]>
}

/** More requests than the service remembers as requested once, so that none is served from the cache. */
const distinct = 20_000
const pageSize = 50

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const get = (path: string, headers: Record<string, string>): LoadRequest => ({ method: 'GET', path, headers })
const many = <Item>(count: number, of: (index: number) => Item) => Array.from({ length: count }, (_, n) => of(n))
/** Every index below `count` once, spread over the range: 337 and `count` are coprime. */
const spread = <Item>(count: number, of: (index: number) => Item) => many(count, (n) => of((n * 337) % count))
const pick = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item
const changeNumber = (index: number, size: number) => `CHG${String(1 + (index % (size * 0.3))).padStart(8, '0')}`
const usersPage = (page: number, limit = pageSize) => `/api/v1/users?page=${page}&limit=${limit}`

export const scenarios: readonly BenchScenario[] = [
  {
    name: 'GET /users, 50 of 100,000, unrepeated pages',
    requests: ({ tokens }) =>
      spread(distinct, (n) => get(usersPage(1 + (n % 1800), 45 + Math.floor(n / 1800)), bearer(tokens.resources))),
  },
  {
    name: 'GET /users, next pages by cursor',
    requests: ({ tokens }) => spread(distinct, (n) => get(usersAfter(5 * n), bearer(tokens.resources))),
  },
  {
    name: 'GET /users, the same page again',
    requests: ({ tokens }) => [get(usersPage(1), bearer(tokens.resources))],
  },
  {
    name: 'GET /users, 304 by If-None-Match',
    async requests({ baseUrl, tokens }) {
      const headers = bearer(tokens.resources)
      const etag = (await fetch(`${baseUrl}${usersPage(1)}`, { headers })).headers.get('etag') ?? ''
      const conditional = { ...headers, 'if-none-match': etag }
      const { status } = await fetch(`${baseUrl}${usersPage(1)}`, { headers: conditional })
      if (status !== 304) throw new Error(`The page was answered with ${status} to its ETag, not 304.`)
      return [get(usersPage(1), conditional)]
    },
  },
  {
    name: 'GET one change',
    requests: ({ tokens, size }) =>
      spread(distinct, (n) => get(`/api/itsm/v1/changes/${changeNumber(n, size)}`, bearer(tokens.itsm))),
  },
  {
    name: 'GET /incidents, 4 comparisons',
    requests: ({ tokens, size }) => many(distinct, (n) => get(incidentsPath(n, size), bearer(tokens.itsm))),
  },
  {
    name: 'GET /products, category and prices',
    requests: ({ tokens }) => many(distinct, (n) => get(productsPath(n), bearer(tokens.resources))),
  },
  {
    name: 'PATCH one change',
    requests: ({ tokens, size }) =>
      spread(2000, (n) => ({
        method: 'PATCH',
        path: `/api/itsm/v1/changes/${changeNumber(n, size)}`,
        headers: { ...bearer(tokens.itsm), 'content-type': 'application/json' },
        body: '{"pir_reference":"PIR-2026-{n}","pir_outcome":"successful","pir_date":"2026-03-09"}',
      })),
  },
  {
    name: 'POST an improvement',
    requests: ({ tokens }) => [
      {
        method: 'POST',
        path: '/api/itsm/v1/improvements',
        headers: { ...bearer(tokens.itsm), 'content-type': 'application/json', 'idempotency-key': 'bench-{n}' },
        body,
      },
    ],
  },
]

const body = JSON.stringify({
  title: 'Rehearse major upgrades on a full copy',
  description: 'Measure the time of the upgrade on a copy of the same size before a window is requested.',
  source_type: 'pir',
  source_ref: 'PIR-2026-0042',
  owner: 'ines.marchetti@hindsight.example',
  target_date: '2026-05-29',
  category: 'testing',
  priority: 'high',
})

/** The page of users after the first `count`, as in `Link`. */
function usersAfter(count: number): string {
  const identifier = `usr_${String(count).padStart(8, '0')}`
  const cursor = writeCursor({ sort: 'id', key: identifier, identifier, page: 1 + Math.ceil(count / pageSize) })
  return `/api/v1/users?limit=${pageSize}&cursor=${cursor}`
}

const priorities = ['1 - Critical', '2 - High', '3 - Moderate', '4 - Low']

function incidentsPath(index: number, size: number): string {
  const day = String(1 + (index % 28)).padStart(2, '0')
  const query =
    `related_change = ${changeNumber(index * 37, size)} OR (opened_at >= 2026-06-${day}T00:00:00Z ` +
    `AND affected_service = ${pick(services, index)} AND priority = "${pick(priorities, index + 1)}")`
  return `/api/itsm/v1/incidents?query=${encodeURIComponent(query)}&limit=${pageSize}`
}

function productsPath(index: number): string {
  const from = 100 + index * 0.03
  return `/api/v1/products?category=category-${1 + (index % 40)}&min_price=${from.toFixed(2)}&max_price=${(from + 300).toFixed(2)}&limit=${pageSize}`
}
