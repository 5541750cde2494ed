import { AppError } from '#server/platform/errors.ts'

/** Throws `precondition_failed` unless `If-Match` accepts the version of the record. */
export function assertVersion(version: number, expected: readonly number[] | undefined): void {
  if (expected === undefined || expected.includes(version)) return
  throw new AppError('precondition_failed', 'The record has changed since you read it; read it again and retry.')
}

/** The requirements of `If-Match` and `If-None-Match` on the record of a PUT. */
export type PutCondition = {
  readonly expectedVersions: readonly number[] | undefined
  /** True if the record must exist, false if it must not; undefined if either is allowed. */
  readonly mustExist: boolean | undefined
}

/** Throws `precondition_failed` unless a record of this version, null for none, meets the condition. */
export function assertCondition(version: number | null, { expectedVersions, mustExist }: PutCondition): void {
  if (version === null && mustExist === true) throw new AppError('precondition_failed', 'The record does not exist.')
  if (version !== null && mustExist === false) throw new AppError('precondition_failed', 'The record exists already.')
  if (version !== null) assertVersion(version, expectedVersions)
}
