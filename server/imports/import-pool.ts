import { openPlainPool, type PoolOptions } from '#server/platform/db/client.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'

/**
 * A plain connection for one long request, which the caller closes. It is independent of the transaction of an
 * `Idempotency-Key`, if there is one.
 */
export const openImportPool = ({ db }: Pick<Context, 'db'>, options?: Pick<PoolOptions, 'statementTimeout'>) =>
  openPlainPool('rollback' in db ? getRuntime().db : db, options)
