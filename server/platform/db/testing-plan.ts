import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import type { Database } from './client.ts'

type PlanNode = { 'Node Type': string; 'Relation Name'?: string; Plans?: PlanNode[] }

/**
 * The tables with a sequential scan in the plans of the statements of `work`. The tables must be analyzed and have
 * enough rows to make an index worthwhile.
 */
export async function tablesReadWhole(pool: Pool, work: (db: Database) => Promise<unknown>): Promise<string[]> {
  const statements: { text: string; values: unknown[] }[] = []
  const logQuery = (text: string, values: unknown[]) => statements.push({ text, values })
  await work(drizzle(pool, { logger: { logQuery } }))
  const read = await Promise.all(
    statements.map(async ({ text, values }) => {
      const { rows } = await pool.query(`explain (format json) ${text}`, values)
      return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
    }),
  )
  return read.flat().flatMap((node) => (node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : []))
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
