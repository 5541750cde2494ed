import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { prefetchChange } from '#app/(dashboard)/prefetch.ts'
import { ChangePage, UnrecordedActions } from '#components/changes/change-page.tsx'
import { DeploymentStatus } from '#components/changes/deployment-status.tsx'
import { SectionCard } from '#components/changes/sections.tsx'
import { DeletedRecord } from '#components/records/deleted-record.tsx'
import { ConnectionOrigin } from '#components/records/origin-details.tsx'
import { MeasureFigure } from '#components/report/measure-figure.tsx'
import { ExternalLink } from '#components/ui/external-link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { changeQuery } from '#lib/api/review-queries.ts'
import { hasRole } from '#lib/contracts/endpoint.ts'
import { describeDeployment, nameSender } from '#lib/domain/change/describe-deployment.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { findLegalHold } from '#server/changes/legal-hold.ts'
import { getKind } from '#server/connections/all-kinds.ts'
import { findConnectionOrigin } from '#server/connections/queries.ts'
import { type ChangeDeployment, listDeploymentsOfChange } from '#server/deployments/deployments-of-change.ts'
import {
  findDeletionOr404,
  findKnownChange,
  getRecordContext,
  type NumberParams,
  titleByNumber,
} from '#server/pages/page-context.ts'
import { resolveOrNull } from '#server/platform/errors.ts'
import { getToday } from '#server/platform/runtime/context.ts'

export const generateMetadata = titleByNumber()

export default async function PageOfChange({ params }: NumberParams) {
  const { ctx, number } = await getRecordContext('change', (await params).number, pagePaths.change)
  const [client, connectionOrigin, { deployments, hasOtherTimes }, legalHold] = await Promise.all([
    resolveOrNull(prefetchChange(ctx, number)),
    findConnectionOrigin(ctx, 'change', number),
    listDeploymentsOfChange(ctx, number),
    findLegalHold(ctx, number),
  ])
  if (client === null)
    return <DeletedRecord kind="change" name={number} deletion={await findDeletionOr404(ctx, 'change', number)} />
  const change = client.getQueryData(changeQuery(number).queryKey)
  const parent = change?.parent ?? null
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ChangePage
        number={number}
        canWrite={hasRole(ctx.actor.role, 'reviewer')}
        today={getToday(ctx)}
        legalHold={legalHold}
        figures={
          change?.measures.map((measure) => <MeasureFigure key={measure.id} measure={measure} work={change} />) ?? []
        }
        parent={parent === null ? null : await findKnownChange(ctx, parent)}
        origin={connectionOrigin && <ConnectionOrigin {...connectionOrigin} />}
        deployments={
          deployments.length === 0 ? null : (
            <SectionCard section="deployments" description="What pipelines reported to production">
              {hasOtherTimes ? (
                <div className="px-4 pt-3">
                  <Notice tone="info" title="The actual times of the change differ from these.">
                    A person or the system of record wrote them, or the review was submitted before. They stay.
                  </Notice>
                </div>
              ) : null}
              <ul className="divide-y divide-line">
                {deployments.map((deployment) => (
                  <DeploymentRow key={deployment.id} deployment={deployment} number={number} />
                ))}
              </ul>
            </SectionCard>
          )
        }
      />
    </HydrationBoundary>
  )
}

/** A deployment of a change, as a pipeline reported it, with the reason why it belongs to the change. */
function DeploymentRow({ deployment, number }: { deployment: ChangeDeployment; number: string }) {
  const { id, isUnrecorded, kind, connection, service, environment, status, isRollback, startedAt, endedAt, url } =
    deployment
  const sender = nameSender(kind === null ? null : getKind(kind), connection)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
      <div className="min-w-0 flex-1 basis-72">
        <p className="text-pretty wrap-anywhere">
          Deployed by {url ? <ExternalLink href={url}>{sender}</ExternalLink> : sender}: {service}, {environment},{' '}
          <DateTime value={startedAt} />
          {endedAt ? (
            <>
              {' to '}
              <DateTime value={endedAt} />
            </>
          ) : null}
        </p>
        <p className="text-xs text-muted text-pretty wrap-anywhere">{describeDeployment(deployment)}</p>
      </div>
      <DeploymentStatus status={status} isRollback={isRollback} />
      {isUnrecorded ? <UnrecordedActions id={id} change_number={number} /> : null}
    </li>
  )
}
