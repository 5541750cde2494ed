import { notFound } from 'next/navigation'
import { isAppError } from '#server/platform/errors.ts'

/** What a query gives, or the page's "not found" when there is no such record. */
export async function foundOr404<Result>(query: Promise<Result>): Promise<Result> {
  try {
    return await query
  } catch (error) {
    if (isAppError(error) && error.code === 'not_found') notFound()
    throw error
  }
}
