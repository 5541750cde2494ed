import type { PgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from '#server/platform/db/client.ts'
import { type DemoAccount, demoAccounts } from './accounts.ts'
import type { DemoData } from './build-demo-data.ts'
import type { Instant } from './calendar.ts'

/** What each seeder gets: the transaction that inserts everything, the time of seeding, and the data. */
export type Seeding = { readonly tx: Transaction; readonly now: Date; readonly data: DemoData }

/** Inserts rows, except those whose keys exist. Returns the number of inserted rows. */
export async function insert<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<number> {
  if (rows.length === 0) return 0
  const { rowCount } = await tx
    .insert(table)
    .values(rows as never)
    .onConflictDoNothing()
  return rowCount ?? 0
}

function getAccount(name: string): DemoAccount {
  const account = demoAccounts.find((known) => known.name === name)
  if (!account) throw new Error(`${name} has no account in the demo.`)
  return account
}

/** Returns the context in which a person of the demo acted at that time. */
export const actAs = (tx: Transaction, name: string, at: Instant) =>
  ({ db: tx, actor: { kind: 'account', ...getAccount(name) }, now: new Date(at), requestId: 'demo' }) as const
