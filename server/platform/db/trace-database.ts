import type { Pool, PoolClient } from 'pg'
import { inSpan, type NewSpan } from '#server/platform/tracing/trace.ts'
import { findDatabaseErrorCode } from './error-code.ts'
import type { RunQuery } from './retry-conflicts.ts'

/** Records each statement of the pool as a span of the request or job that waits for it. */
export function traceDatabase(pool: Pool): void {
  traceQueries(pool)
  pool.on('acquire', traceQueries)
}

const tracedPools = new WeakSet<Pool | PoolClient>()

function traceQueries(target: Pool | PoolClient): void {
  if (tracedPools.has(target)) return
  tracedPools.add(target)
  const query = target.query.bind(target) as RunQuery
  const traced: RunQuery = (...args) => {
    // A callback means that the pool itself calls; an object means that a stream is copied.
    const text = readStatement(args[0])
    if (text === undefined || typeof args.at(-1) === 'function') return query(...args)
    return inSpan(buildStatementSpan(text), async (span) => {
      try {
        return await query(...args)
      } catch (error) {
        const code = findDatabaseErrorCode(error)
        if (code !== undefined) span.set({ 'db.response.status_code': code })
        throw error
      }
    })
  }
  Object.assign(target, { query: traced })
}

function readStatement(statement: unknown): string | undefined {
  if (typeof statement === 'string') return statement
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return undefined
  return 'text' in statement && typeof statement.text === 'string' ? statement.text : undefined
}

const table = /\b(?:from|into|update|table)\s+"?([a-z_]+)"?(?:\."?([a-z_]+)"?)?/i

/** The verb and the first table of a statement. Its text is omitted, since it may contain data. */
function buildStatementSpan(text: string): NewSpan {
  const verb = /^\s*([a-z]+)/i.exec(text)?.[1]?.toUpperCase() ?? 'SQL'
  const [, first, second] = table.exec(text) ?? []
  const collection = first === undefined ? {} : { 'db.collection.name': second ? `${first}.${second}` : first }
  const name = [verb, ...Object.values(collection)].join(' ')
  return {
    name,
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': verb, 'db.query.summary': name, ...collection },
  }
}
