import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import type { Database } from './client.ts'

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: PlanNode[]
}

/**
 * The tables with a sequential scan in the plans of the statements of `work`. The tables must be analyzed and have
 * enough rows to make an index worthwhile.
 */
export async function findTablesReadWhole(pool: Pool, work: (db: Database) => Promise<unknown>): Promise<string[]> {
  const read = await listPlanNodes(pool, work, 'explain (format json)')
  return read.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : []))
}

/** Counts the rows of a table that the statements of `work`, which only reads, read; a row read twice counts twice. */
export async function countRowsRead(table: string, pool: Pool, work: (db: Database) => Promise<unknown>) {
  const read = await listPlanNodes(pool, work, 'explain (analyze, format json)')
  return read
    .filter((node) => node['Relation Name'] === table)
    .map((node) => ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 0))
    .reduce((sum, rows) => sum + rows, 0)
}

/** Counts the blocks that the statements of `work`, which only reads, read. */
export async function countBlocksRead(pool: Pool, work: (db: Database) => Promise<unknown>): Promise<number> {
  const plans = await readPlans(pool, work, 'explain (analyze, buffers, format json)')
  return plans.reduce((sum, plan) => sum + countBlocks(plan), 0)
}

export const countBlocks = (plan: PlanNode): number =>
  (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)

/** All plan nodes of the statements that `work` runs. */
const listPlanNodes = async (...explained: Parameters<typeof readPlans>): Promise<PlanNode[]> =>
  (await readPlans(...explained)).flatMap(listNodes)

async function readPlans(pool: Pool, work: (db: Database) => Promise<unknown>, explain: string): Promise<PlanNode[]> {
  const statements: { text: string; values: unknown[] }[] = []
  const logQuery = (text: string, values: unknown[]) => statements.push({ text, values })
  await work(drizzle(pool, { logger: { logQuery } }))
  const read: PlanNode[] = []
  for (const { text, values } of statements) {
    const { rows } = await pool.query(`${explain} ${text}`, values)
    read.push(rows[0]['QUERY PLAN'][0].Plan)
  }
  return read
}

const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)]
