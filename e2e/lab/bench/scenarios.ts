import { writeCursor } from '#server/platform/db/cursor.ts'
import type { LoadRequest } from './load.ts'

/** Rows of the tables before the measurement. */
export const rowCounts = { users: 100_000, products: 5_000, changes: 20_000, incidents: 50_000, improvements: 5_000 }

export const serverNames = ['fastify', 'ours'] as const
export type ServerName = (typeof serverNames)[number]

export type Scenario = {
  readonly name: string
  readonly requests: readonly LoadRequest[]
  /** Required requests a second of ours divided by those of the hand-written server. */
  readonly goal: number
}

/** More requests than ours remembers as requested once, so that none is served from the cache. */
const distinct = 20_000

export type Tokens = { readonly resources: string; readonly itsm: string }

export const serviceNames = ['payments', 'ledger', 'checkout', 'search', 'identity', 'mail', 'storage', 'gateway']
export const priorities = ['1 - Critical', '2 - High', '3 - Moderate', '4 - Low']
export const categories = ['Managed database', 'Object storage', 'Messaging', 'Compute', 'Monitoring']

const pageSize = 50
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
/** Every index below `count` once, spread over the range; `step` and `count` must be coprime. */
const spread = (count: number, step: number) => numbers(count).map((index) => (index * step) % count)
const pick = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item
const changeNumber = (index: number): string => `CHG${String(index + 1).padStart(7, '0')}`

/** The rows of the table. `etag` is that of our first page of users. */
export function makeScenarios(tokens: Tokens, etag: string): Scenario[] {
  const resources = { authorization: `Bearer ${tokens.resources}` }
  const itsm = { authorization: `Bearer ${tokens.itsm}` }
  const json = { ...itsm, 'content-type': 'application/json' }
  const get = (path: string, headers: Record<string, string>): LoadRequest => ({ method: 'GET', path, headers })
  const usersPage = (page: number, limit = pageSize) => `/api/v1/users?page=${page}&limit=${limit}`
  return [
    {
      name: 'GET /users, 50 of 100,000, unrepeated pages',
      requests: spread(distinct, 337).map((index) =>
        get(usersPage(1 + (index % 1800), 45 + Math.floor(index / 1800)), resources),
      ),
      goal: 4,
    },
    {
      name: 'GET /users, next pages by cursor',
      requests: spread(distinct, 337).map((index) => get(usersAfter(5 * index), resources)),
      goal: 0.9,
    },
    {
      name: 'GET /users, the same page again',
      requests: [get(usersPage(1), resources)],
      goal: 20,
    },
    {
      name: 'GET /users, 304 by If-None-Match',
      requests: [get(usersPage(1), { ...resources, 'if-none-match': etag })],
      goal: 20,
    },
    {
      name: 'GET one change',
      requests: spread(distinct, 337).map((index) => get(`/api/itsm/v1/changes/${changeNumber(index)}`, itsm)),
      goal: 0.9,
    },
    {
      name: 'GET /incidents, 4 comparisons',
      requests: numbers(distinct).map((index) => get(incidentsPath(index), itsm)),
      goal: 0.9,
    },
    {
      name: 'GET /products, category and prices',
      requests: numbers(distinct).map((index) => get(productsPath(index), resources)),
      goal: 0.9,
    },
    {
      name: 'PATCH one change',
      requests: spread(2000, 337).map((index) => ({
        method: 'PATCH',
        path: `/api/itsm/v1/changes/${changeNumber(index)}`,
        headers: json,
        body: '{"pir_reference":"PIR-2026-{n}","pir_outcome":"successful","pir_date":"2026-03-09"}',
      })),
      goal: 0.5,
    },
    {
      name: 'POST an improvement',
      requests: [
        {
          method: 'POST',
          path: '/api/itsm/v1/improvements',
          headers: { ...json, 'idempotency-key': 'bench-{n}' },
          body,
        },
      ],
      goal: 0.5,
    },
  ]
}

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
  const identifier = `usr_${String(count).padStart(7, '0')}`
  const cursor = writeCursor({ sort: 'id', key: identifier, identifier, page: 1 + Math.ceil(count / pageSize) })
  return `/api/v1/users?limit=${pageSize}&cursor=${cursor}`
}

function incidentsPath(index: number): string {
  const day = String(1 + (index % 28)).padStart(2, '0')
  const service = pick(serviceNames, index)
  const query =
    `related_change = ${changeNumber((index * 37) % rowCounts.changes)} OR (opened_at >= 2026-06-${day}T00:00:00Z ` +
    `AND affected_service = ${service} AND priority = "${pick(priorities, index + 1)}")`
  return `/api/itsm/v1/incidents?query=${encodeURIComponent(query)}&limit=${pageSize}`
}

function productsPath(index: number): string {
  const category = encodeURIComponent(pick(categories, index))
  const from = 100 + index * 0.03
  return `/api/v1/products?category=${category}&min_price=${from.toFixed(2)}&max_price=${(from + 300).toFixed(2)}&limit=${pageSize}`
}
