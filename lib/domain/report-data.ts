import type { ChangePeople } from '#lib/contracts/app/change-people.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import type { Incident } from '#lib/contracts/incidents.ts'

/** All that the report of a review shows. */
export type ReportData = {
  change: ChangeRecord
  people: ChangePeople
  review: Review
  /** Those that the review decided on. */
  incidents: readonly Incident[]
  improvements: readonly Improvement[]
}
