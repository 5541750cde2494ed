import { transact } from '#server/platform/db/transaction.ts'
import type { Context, TxContext } from './context.ts'

/** Runs `work` in a transaction, with its context, and repeats it as `transact` does. Inside one it joins it. */
export const inTransaction = <Result>(ctx: Context, work: (tx: TxContext) => Promise<Result>): Promise<Result> =>
  transact(ctx.db, (db) => work({ ...ctx, db }))
