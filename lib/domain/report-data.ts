import type { ChangePeople } from '#lib/contracts/app/change-people.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import type { Incident } from '#lib/contracts/incidents.ts'

export type ReportData = {
  change: ChangeRecord
  people: ChangePeople
  review: Review
  /** Those with a decision of the review. */
  incidents: readonly Incident[]
  improvements: readonly Improvement[]
}
