import type { Attachment } from '#lib/contracts/app/attachments.ts'
import type { ChangePeople, RecordOrigin } from '#lib/contracts/app/changes.ts'
import type { RequesterQuestion } from '#lib/contracts/app/review-discussion.ts'
import type { ReviewReturn } from '#lib/contracts/app/review-forms.ts'
import type { ReviewVersion } from '#lib/contracts/app/review-versions.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import type { Incident } from '#lib/contracts/incidents.ts'

/** The data of a review for the report and the sign-off step. */
export type ReportData = {
  readonly change: ChangeRecord
  readonly people: ChangePeople | undefined
  /** The source of the change; null if it was registered in Hindsight. */
  readonly origin: RecordOrigin | null
  readonly review: Review
  /** The incidents with a decision in the review. */
  readonly incidents: readonly Incident[]
  readonly improvements: readonly Improvement[]
  /** Attachments of the review, of its comments and of its actions. */
  readonly files: readonly Attachment[]
  readonly questions: readonly RequesterQuestion[]
  /** All returns and reopenings, oldest first. */
  readonly returns: readonly ReviewReturn[]
  /** The completed versions of the review, oldest first. */
  readonly versions: readonly ReviewVersion[]
  /** Returns the name of a person, or the e-mail address if the name is unknown. */
  readonly nameOf: (email: string) => string
}
