import { Improvement } from '#lib/contracts/improvements.ts'
import { recordColumns } from '#server/platform/db/record-columns.ts'
import { improvements } from '#server/schema/improvements.ts'

/** Columns of an improvement under the names of the contract, and its version. */
export const improvementColumns = {
  ...recordColumns(improvements, Improvement.keyof().options),
  version: improvements.version,
}
