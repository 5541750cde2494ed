import type { FilterColumns } from '#server/db/filter-sql.ts'
import { improvements } from '#server/db/schema/improvements.ts'
import { textTrigrams } from '#server/db/text-trigrams.ts'

/** The columns of an improvement under the names of the contract, and its version. */
export const improvementColumns = {
  id: improvements.id,
  title: improvements.title,
  description: improvements.description,
  source_type: improvements.sourceType,
  source_ref: improvements.sourceRef,
  owner: improvements.owner,
  former_owners: improvements.formerOwners,
  target_date: improvements.targetDate,
  category: improvements.category,
  priority: improvements.priority,
  status: improvements.status,
  evidence: improvements.evidence,
  done_at: improvements.doneAt,
  done_by: improvements.doneBy,
  verified_at: improvements.verifiedAt,
  verified_by: improvements.verifiedBy,
  recheck_on: improvements.recheckOn,
  look_since: improvements.lookSince,
  look_reason: improvements.lookReason,
  created_at: improvements.createdAt,
  updated_at: improvements.updatedAt,
  version: improvements.version,
}

/** Where the fields of a filter are found. */
export const improvementFilterColumns = {
  ...improvementColumns,
  title: { text: improvements.title, trigrams: textTrigrams(improvements.title) },
} satisfies FilterColumns
