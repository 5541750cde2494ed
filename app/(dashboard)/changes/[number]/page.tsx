import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { ChangeDeployments, type ShownDeployment } from '#components/changes/change-deployments.tsx'
import { ChangePage } from '#components/changes/change-page.tsx'
import { ConnectionOrigin } from '#components/records/connection-origin.tsx'
import { DeletedRecord } from '#components/records/deleted-record.tsx'
import { hasRole } from '#lib/contracts/endpoint.ts'
import { describeDeployment, nameSender } from '#lib/domain/change/describe-deployment.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { findLegalHold } from '#server/changes/legal-hold.ts'
import { getKind } from '#server/connections/all-kinds.ts'
import { findConnectionOrigin } from '#server/connections/find-connection-origin.ts'
import { type ChangeDeployment, listDeploymentsOfChange } from '#server/deployments/deployments-of-change.ts'
import { readPathSegment } from '#server/pages/path-segment.ts'
import { prefetchChange } from '#server/pages/prefetch-change.ts'
import { getRecordContext } from '#server/pages/record-context.ts'
import { findDeletionOr404, resolveOrNull } from '#server/pages/resolve-or-404.ts'
import { getToday } from '#server/platform/runtime/context.ts'

type ChangePageProps = { params: Promise<{ number: string }> }

export async function generateMetadata({ params }: ChangePageProps): Promise<Metadata> {
  return { title: readPathSegment((await params).number) }
}

export default async function PageOfChange({ params }: ChangePageProps) {
  const { ctx, number } = await getRecordContext('change', (await params).number, pagePaths.change)
  const [client, connectionOrigin, { deployments, hasOtherTimes }, legalHold] = await Promise.all([
    resolveOrNull(prefetchChange(ctx, number)),
    findConnectionOrigin(ctx, 'change', number),
    listDeploymentsOfChange(ctx, number),
    findLegalHold(ctx, number),
  ])
  if (client === null)
    return <DeletedRecord kind="change" name={number} deletion={await findDeletionOr404(ctx, 'change', number)} />
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ChangePage
        number={number}
        canWrite={hasRole(ctx.actor.role, 'reviewer')}
        today={getToday(ctx)}
        legalHold={legalHold}
        origin={connectionOrigin && <ConnectionOrigin {...connectionOrigin} />}
        deployments={
          deployments.length === 0 ? null : (
            <ChangeDeployments deployments={deployments.map(toShown)} hasOtherTimes={hasOtherTimes} />
          )
        }
      />
    </HydrationBoundary>
  )
}

const toShown = (deployment: ChangeDeployment): ShownDeployment => ({
  ...deployment,
  sender: nameSender(deployment.kind === null ? null : getKind(deployment.kind), deployment.connection),
  remark: describeDeployment(deployment),
})
