import { notFound } from 'next/navigation'
import { findDeletion } from '#server/history/delete-records.ts'
import { isAppError } from '#server/platform/errors.ts'

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

/** Returns the time at which the retention deleted a record; shows the "not found" page if it did not. */
export const findDeletionOr404 = async (...record: Parameters<typeof findDeletion>): Promise<string> =>
  (await findDeletion(...record)) ?? notFound()
