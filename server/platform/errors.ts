import type { ErrorCode } from '#lib/contracts/error-codes.ts'
import type { ErrorDetail, FaultPlace } from '#lib/contracts/errors.ts'

/**
 * A failure that a caller is told of, with a code of the closed list. Told apart by `isAppError`, never by
 * `instanceof`: the process holds two copies of this class.
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

export const notFound = (noun: string, id: string) => new AppError('not_found', `There is no ${noun} ${id}.`)

/** Faults that a response tells one by one; of more it tells their number. */
const mostDetails = 50
/** Characters of a field's name that a response repeats: the name of an unknown field is the caller's. */
const longestField = 128

/** One or more values that do not fit: the message names the first and the others, the details tell each of them. */
export function invalidParameter(faults: readonly [ErrorDetail, ...ErrorDetail[]]): AppError {
  const details = faults.slice(0, mostDetails).map((fault) => ({ ...fault, field: shortened(fault.field) }))
  const others = details.slice(1).map(({ field }) => field)
  const unnamed = faults.length - details.length
  const names = [...others, ...(unnamed > 0 ? [`${unnamed} not named here`] : [])].join(', ')
  const more = faults.length === 1 ? '' : ` (and ${faults.length - 1} more: ${names})`
  const [first] = faults
  return new AppError('invalid_parameter', `${shortened(first.field)} ${first.issue}${more}.`, { details })
}

const shortened = (field: string) => (field.length > longestField ? `${field.slice(0, longestField)}…` : field)

export const invalidField = (field: string, place: FaultPlace, issue: string) =>
  invalidParameter([{ field, in: place, issue }])
