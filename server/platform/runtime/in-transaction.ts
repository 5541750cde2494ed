import { transact } from '#server/platform/db/transaction.ts'
import type { Context, TxContext } from './context.ts'

/**
 * Runs `work` in a transaction, and repeats it as `transact` does. `work` gets the context of the transaction, with
 * which it must read and write. Inside a transaction `work` joins it.
 */
export const inTransaction = <Result>(ctx: Context, work: (tx: TxContext) => Promise<Result>): Promise<Result> =>
  transact(ctx.db, (db) => work({ ...ctx, db }))
