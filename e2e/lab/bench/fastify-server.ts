import Fastify from 'fastify'
import { Pool } from 'pg'
import { ulid } from 'ulid'
import * as schemas from './fastify-schemas.ts'
import { statements } from './fastify-statements.ts'

// Server (b): a careful hand-written implementation of these six routes only. Fastify with response schemas
// (fast-json-stringify), pg with named prepared statements, the same SQL as ours: page and total in one statement. It
// has no authentication, rate limit, request id, log, ETag or Link, does not check its responses, reads its one filter
// expression with a regular expression, and a write is one statement without history or idempotency key.

const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10, options: '-c timezone=UTC' })
const app = Fastify()

type Query = Record<string, string>
const pageOf = (query: Query) => ({ page: Number(query.page ?? 1), limit: Number(query.limit ?? 50) })

/** Runs a statement with `total` in every row; past the last page its only row has no identifier. */
async function selectPage(name: keyof typeof statements, identifier: string, values: readonly unknown[]) {
  const { rows } = await pool.query({ name, text: statements[name], values: [...values] })
  return { total: Number(rows[0]?.total ?? 0), rows: rows[0]?.[identifier] === null ? [] : rows }
}

app.get<{ Querystring: Query }>('/api/v1/users', { schema: schemas.users }, async ({ query }) => {
  if (query.cursor === undefined) {
    const { page, limit } = pageOf(query)
    const { total, rows } = await selectPage('users', 'id', [limit, (page - 1) * limit])
    return { data: rows, meta: { total, page, limit } }
  }
  const [, , after, page] = JSON.parse(Buffer.from(query.cursor, 'base64url').toString())
  const limit = Number(query.limit)
  const { total, rows } = await selectPage('usersAfter', 'id', [after, limit])
  return { data: rows, meta: { total, page, limit } }
})

app.get<{ Querystring: Query }>('/api/v1/products', { schema: schemas.products }, async ({ query }) => {
  const { page, limit } = pageOf(query)
  const bounds = [query.category, query.min_price, query.max_price]
  const { total, rows } = await selectPage('products', 'id', [...bounds, limit, (page - 1) * limit])
  return { data: rows, meta: { total, page, limit } }
})

const expression =
  /^related_change = (\S+) OR \(opened_at >= (\S+) AND affected_service = (\S+) AND priority = "([^"]+)"\)$/

app.get<{ Querystring: Query }>('/api/itsm/v1/incidents', { schema: schemas.incidents }, async ({ query }, reply) => {
  const values = expression.exec(query.query ?? '')?.slice(1)
  if (!values) return reply.code(400).send()
  const { page, limit } = pageOf(query)
  const { total, rows } = await selectPage('incidents', 'number', [...values, limit, (page - 1) * limit])
  return { result: rows, total_count: total }
})

type Numbered = { Params: { number: string } }

app.get<Numbered>('/api/itsm/v1/changes/:number', { schema: schemas.change }, async ({ params }, reply) => {
  const { rows } = await pool.query({ name: 'change', text: statements.change, values: [params.number] })
  return rows[0] ?? reply.code(404).send()
})

type Patch = { pir_reference: string; pir_outcome: string; pir_date: string }

app.patch<Numbered & { Body: Patch }>(
  '/api/itsm/v1/changes/:number',
  { schema: { ...schemas.change, body: schemas.changePatch } },
  async ({ params, body }, reply) => {
    const values = [params.number, body.pir_reference, body.pir_outcome, body.pir_date]
    const { rows } = await pool.query({ name: 'updateChange', text: statements.updateChange, values })
    return rows[0] ?? reply.code(404).send()
  },
)

app.post<{ Body: Record<string, string> }>(
  '/api/itsm/v1/improvements',
  { schema: { ...schemas.improvement, body: schemas.newImprovement } },
  async ({ body }, reply) => {
    const { title, description, source_type, source_ref, owner, target_date, category, priority } = body
    const id = `imp_${ulid().toLowerCase()}`
    const values = [id, title, description, source_type, source_ref, owner, target_date, category, priority]
    const { rows } = await pool.query({ name: 'improvement', text: statements.createImprovement, values })
    return reply.code(201).send(rows[0])
  },
)

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
