import type { ErrorCode } from '#lib/contracts/error-codes.ts'
import type { ErrorDetail, FaultPlace } from '#lib/contracts/errors.ts'
import { shorten } from '#lib/text/shorten.ts'

/**
 * An error that is reported to the caller, with a code of the closed list. Detect it with `isAppError`, never with
 * `instanceof`: the process contains two copies of this class.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: readonly ErrorDetail[]
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: readonly ErrorDetail[]; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message)
    this.code = code
    this.details = more.details ?? []
    this.headers = more.headers ?? {}
  }
}

export const isAppError = (error: unknown): error is AppError => error instanceof Error && error.name === 'AppError'

/** Resolves to the result of a query, or null if it throws `not_found`. */
export const resolveOrNull = <Result>(query: Promise<Result>): Promise<Result | null> =>
  query.catch((error) => {
    if (isAppError(error) && error.code === 'not_found') return null
    throw error
  })

export const notFound = (noun: string, id: string) => new AppError('not_found', `There is no ${noun} ${id}.`)

/** Maximum faults listed in a response; of further ones it gives the number. */
const maxDetails = 50
/** Maximum characters of a field name in a response: the name of an unknown field comes from the caller. */
const maxFieldLength = 128

/** One or more invalid values: the message describes the first and names the others, the details describe each. */
export function invalidParameter(faults: readonly [ErrorDetail, ...ErrorDetail[]]): AppError {
  const details = faults
    .slice(0, maxDetails)
    .map((fault) => ({ ...fault, field: shorten(fault.field, maxFieldLength) }))
  const otherFields = details.slice(1).map(({ field }) => field)
  const unnamed = faults.length - details.length
  const names = [...otherFields, ...(unnamed > 0 ? [`${unnamed} not listed`] : [])].join(', ')
  const more = faults.length === 1 ? '' : ` (and ${faults.length - 1} more: ${names})`
  const [first] = faults
  return new AppError('invalid_parameter', `${shorten(first.field, maxFieldLength)} ${first.issue}${more}.`, {
    details,
  })
}

export const invalidField = (field: string, place: FaultPlace, issue: string) =>
  invalidParameter([{ field, in: place, issue }])
