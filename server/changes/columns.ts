import { ChangeRecord } from '#lib/contracts/changes.ts'
import { recordColumns } from '#server/platform/db/record-columns.ts'
import { changes } from '#server/schema/changes.ts'

/** The columns of a change under the names of the contract, and its version. */
export const changeColumns = { ...recordColumns(changes, ChangeRecord.keyof().options), version: changes.version }
