import type { Metadata } from 'next'
import { listVersions } from '#components/review/versions/shown-versions.ts'
import { NoVersions, VersionsPage } from '#components/review/versions/versions-page.tsx'
import type { PageSearchParams } from '#lib/api/page-query.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getChange } from '#server/changes/queries.ts'
import { readPathSegment } from '#server/pages/path-segment.ts'
import { getRecordContext } from '#server/pages/record-context.ts'
import { resolveOr404 } from '#server/pages/resolve-or-404.ts'
import { findPeopleNames } from '#server/people/names.ts'
import { findReview } from '#server/reviews/record/queries.ts'
import { listReviewVersions } from '#server/reviews/record/review-versions.ts'

type ReviewVersionsPageProps = { params: Promise<{ number: string }>; searchParams: Promise<PageSearchParams> }

export async function generateMetadata({ params }: ReviewVersionsPageProps): Promise<Metadata> {
  return { title: `Versions · ${readPathSegment((await params).number)}` }
}

export default async function ReviewVersionsPage({ params, searchParams }: ReviewVersionsPageProps) {
  const { ctx, number } = await getRecordContext('change', (await params).number, pagePaths.reviewVersions)
  const [change, review] = await resolveOr404(Promise.all([getChange(ctx, number), findReview(ctx, number)]))
  const versions = review && (await listReviewVersions(ctx, review.reference))
  const listedVersions = review && versions ? listVersions(versions, review) : []
  const query = await searchParams
  const selected = (name: string) => listedVersions.find(({ id }) => id === query[name])
  const left = selected('left') ?? listedVersions.at(-2)
  const right = selected('right') ?? listedVersions.at(-1)
  if (!review || !left || !right) return <NoVersions number={number} versions={versions?.versions ?? []} />
  const owners = [left, right].flatMap(({ snapshot }) => snapshot.improvements.map(({ owner }) => owner))
  const names = await findPeopleNames(ctx.db, owners)
  const nameOf = (email: string) => names.of(email) ?? email
  return (
    <VersionsPage change={change} review={review} shown={listedVersions} left={left} right={right} nameOf={nameOf} />
  )
}
