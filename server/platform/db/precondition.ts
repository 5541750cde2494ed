import { AppError } from '#server/platform/errors.ts'

/** Throws `precondition_failed` unless `If-Match` accepts the version of the record. */
export function assertVersion(version: number, expected: readonly number[] | undefined): void {
  if (expected === undefined || expected.includes(version)) return
  throw new AppError('precondition_failed', 'The record has changed since you read it; read it again and retry.')
}
