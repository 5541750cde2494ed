import type { ReviewSnapshot } from '#lib/contracts/app/review-snapshot.ts'
import type { ReviewVersion } from '#lib/contracts/app/review-versions.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'

export type ShownVersion = {
  /** Number of the version, or `today`, as in the URL. */
  readonly id: string
  readonly name: string
  readonly snapshot: ReviewSnapshot
  /** Null for the current state. */
  readonly version: ReviewVersion | null
}

/** Lists the versions to compare, including the current state while the review is not completed. */
export function listVersions(
  { versions, today }: { versions: readonly ReviewVersion[]; today: ReviewSnapshot },
  { status }: Pick<Review, 'status'>,
): ShownVersion[] {
  const completed = versions.map((version) => ({
    id: String(version.number),
    name: `Version ${version.number}`,
    snapshot: version.said,
    version,
  }))
  return status === 'completed'
    ? completed
    : [...completed, { id: 'today', name: 'Current', snapshot: today, version: null }]
}
