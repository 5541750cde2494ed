import type { Attachment } from '#lib/contracts/app/attachments.ts'
import type { ChangePeople } from '#lib/contracts/app/change-people.ts'
import type { RecordOrigin } from '#lib/contracts/app/record-origins.ts'
import type { RequesterQuestion } from '#lib/contracts/app/requester-questions.ts'
import type { ReviewReturn } from '#lib/contracts/app/review-values.ts'
import type { ReviewVersion } from '#lib/contracts/app/review-versions.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import type { Incident } from '#lib/contracts/incidents.ts'

/** What the report and the sign-off show of a review. */
export type ReportData = {
  readonly change: ChangeRecord
  readonly people: ChangePeople | undefined
  /** Where the change was read; null if it was registered here. */
  readonly origin: RecordOrigin | null
  readonly review: Review
  /** Those with a decision of the review. */
  readonly incidents: readonly Incident[]
  readonly improvements: readonly Improvement[]
  /** Its attachments, with those of its comments and actions. */
  readonly files: readonly Attachment[]
  readonly questions: readonly RequesterQuestion[]
  /** Every time it was sent back or reopened, oldest first. */
  readonly returns: readonly ReviewReturn[]
  /** Its completed versions, oldest first. */
  readonly versions: readonly ReviewVersion[]
  /** The name of a person, or the address where it is unknown. */
  readonly nameOf: (email: string) => string
}
