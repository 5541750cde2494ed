import type { ReviewSnapshot } from '#lib/contracts/app/review-snapshot.ts'
import type { ReviewVersion } from '#lib/contracts/app/review-versions.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'

export type ShownVersion = {
  /** As the address tells it: the number of the version, or `today`. */
  readonly id: string
  readonly name: string
  readonly said: ReviewSnapshot
  /** null for what the review says today. */
  readonly version: ReviewVersion | null
}

/** The versions that can be compared; what it says today is one of them while it is not completed. */
export function shownVersions(
  { versions, today }: { versions: readonly ReviewVersion[]; today: ReviewSnapshot },
  { status }: Pick<Review, 'status'>,
): ShownVersion[] {
  const kept = versions.map((version) => ({
    id: String(version.number),
    name: `Version ${version.number}`,
    said: version.said,
    version,
  }))
  return status === 'completed' ? kept : [...kept, { id: 'today', name: 'Today', said: today, version: null }]
}
