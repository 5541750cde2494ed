import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { ChangePage } from '#components/changes/change-page.tsx'
import { RecordOrigin } from '#components/connections/record-origin.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getOrigin } from '#server/connections/get-origin.ts'
import { foundOr404 } from '#server/pages/found.ts'
import { getPageContext } from '#server/pages/page-context.ts'
import { readPathSegment } from '#server/pages/path-segment.ts'
import { prefetchChange } from '#server/pages/prefetch-change.ts'
import { hasRole } from '#server/platform/auth/caller.ts'
import { todayOf } from '#server/platform/runtime/context.ts'

type ChangePageProps = { params: Promise<{ number: string }> }

export async function generateMetadata({ params }: ChangePageProps): Promise<Metadata> {
  return { title: readPathSegment((await params).number) }
}

export default async function PageOfChange({ params }: ChangePageProps) {
  const number = readPathSegment((await params).number)
  const ctx = await getPageContext(pagePaths.change(number))
  const [client, origin] = await Promise.all([
    foundOr404(prefetchChange(ctx, number)),
    getOrigin(ctx, 'change', number),
  ])
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ChangePage
        number={number}
        canWrite={hasRole(ctx.actor.role, 'reviewer')}
        today={todayOf(ctx)}
        origin={origin && <RecordOrigin {...origin} />}
      />
    </HydrationBoundary>
  )
}
