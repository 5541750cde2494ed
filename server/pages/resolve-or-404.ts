import { notFound } from 'next/navigation'
import { findDeletion, findRemoval } from '#server/history/delete-records.ts'
import { isAppError } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/runtime/context.ts'

/** Resolves to the result of a query, or null if it throws `not_found`. */
export const resolveOrNull = <Result>(query: Promise<Result>): Promise<Result | null> =>
  query.catch((error) => {
    if (isAppError(error) && error.code === 'not_found') return null
    throw error
  })

/** Resolves to the result of a query; shows the "not found" page if it throws `not_found`. */
export async function resolveOr404<Result>(query: Promise<Result>): Promise<Result> {
  try {
    return await query
  } catch (error) {
    if (isAppError(error) && error.code === 'not_found') notFound()
    throw error
  }
}

type Deletion = { readonly at: string; readonly isByRetention: boolean }

/** Returns when a record was deleted, which everybody signed in may know. Without such a record, shows "not found". */
export async function findDeletionOr404(
  ctx: Pick<Context, 'db'>,
  kind: 'change' | 'incident' | 'article' | 'improvement',
  number: string,
): Promise<Deletion> {
  const deletedAt = await findDeletion(ctx, kind, number)
  if (deletedAt !== null) return { at: deletedAt, isByRetention: true }
  const removedAt = kind === 'article' || kind === 'improvement' ? await findRemoval(ctx, kind, number) : null
  return removedAt === null ? notFound() : { at: removedAt, isByRetention: false }
}
