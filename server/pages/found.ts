import { notFound } from 'next/navigation'
import { isAppError } from '#server/platform/errors.ts'

/** The result of a query, or the "not found" page when it throws `not_found`. */
export async function foundOr404<Result>(query: Promise<Result>): Promise<Result> {
  try {
    return await query
  } catch (error) {
    if (isAppError(error) && error.code === 'not_found') notFound()
    throw error
  }
}
