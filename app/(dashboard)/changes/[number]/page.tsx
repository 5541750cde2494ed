import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { ChangeDeployments, type ShownDeployment } from '#components/changes/change-deployments.tsx'
import { ChangePage } from '#components/changes/change-page.tsx'
import { RecordOrigin } from '#components/connections/record-origin.tsx'
import { DeletedRecord } from '#components/records/deleted-record.tsx'
import { hasRole } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { getLegalHold } from '#server/changes/legal-hold.ts'
import { getKind } from '#server/connections/all-kinds.ts'
import { getOrigin } from '#server/connections/get-origin.ts'
import { type ChangeDeployment, listDeploymentsOfChange } from '#server/deployments/deployments-of-change.ts'
import { readPathSegment } from '#server/pages/path-segment.ts'
import { prefetchChange } from '#server/pages/prefetch-change.ts'
import { getRecordContext } from '#server/pages/record-context.ts'
import { findDeletionOr404, resolveOrNull } from '#server/pages/resolve-or-404.ts'
import { todayOf } from '#server/platform/runtime/context.ts'

type ChangePageProps = { params: Promise<{ number: string }> }

export async function generateMetadata({ params }: ChangePageProps): Promise<Metadata> {
  return { title: readPathSegment((await params).number) }
}

export default async function PageOfChange({ params }: ChangePageProps) {
  const { ctx, number } = await getRecordContext('change', (await params).number, pagePaths.change)
  const [client, origin, { deployments, hasOtherTimes }, legalHold] = await Promise.all([
    resolveOrNull(prefetchChange(ctx, number)),
    getOrigin(ctx, 'change', number),
    listDeploymentsOfChange(ctx, number),
    getLegalHold(ctx, number),
  ])
  if (client === null)
    return <DeletedRecord kind="change" number={number} deletedAt={await findDeletionOr404(ctx, 'change', number)} />
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ChangePage
        number={number}
        canWrite={hasRole(ctx.actor.role, 'reviewer')}
        today={todayOf(ctx)}
        legalHold={legalHold}
        origin={origin && <RecordOrigin {...origin} />}
        deployments={
          deployments.length === 0 ? null : (
            <ChangeDeployments deployments={deployments.map(describeDeployment)} hasOtherTimes={hasOtherTimes} />
          )
        }
      />
    </HydrationBoundary>
  )
}

const describeDeployment = (deployment: ChangeDeployment): ShownDeployment => ({
  ...deployment,
  sender: senderOf(deployment),
  remark: remarkOn(deployment),
})

function senderOf({ kind, connection }: ChangeDeployment): string {
  if (kind === null || getKind(kind).formats) return connection ?? 'a pipeline'
  return getKind(kind).label
}

const matches = {
  number: 'The deployment names this change.',
  mention: 'A text of the deployment mentions this change; service and planned window fit. It sets no actual times.',
  window: 'The only change of this service in whose planned window it began. It sets no actual times.',
  pipeline: 'No change authorised it; this one was made from the deployment.',
}

function remarkOn({ matchedBy, isOfService, service, handling, handledBy, handlingReason }: ChangeDeployment): string {
  if (matchedBy === 'number' && !isOfService) {
    return `The deployment names this change, but ${service} is not one of its services. It sets no actual times.`
  }
  const match = matchedBy === null ? '' : matches[matchedBy]
  if (handling === 'review') return `${match} ${handledBy} required a review.`
  return handling === 'dismissed' ? `${match} ${handledBy} dismissed it: ${handlingReason}` : match
}
