import { ExternalLink } from '#components/ui/external-link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import type { UnrecordedChange } from '#lib/contracts/app/unrecorded-changes.ts'
import { DeploymentStatus } from './deployment-status.tsx'
import { SectionCard } from './section-card.tsx'

export type ShownDeployment = {
  readonly id: string
  /** Name of the system that reported it. */
  readonly sender: string
  readonly service: string
  readonly environment: string
  readonly status: UnrecordedChange['status']
  readonly isRollback: boolean
  readonly startedAt: string | null
  readonly endedAt: string | null
  readonly url: string | null
  /** Reason why it belongs to the change, with the decision about it. */
  readonly remark: string
}

type ChangeDeploymentsProps = {
  deployments: readonly ShownDeployment[]
  /** True if the actual times of the change differ from those of the deployments. */
  hasOtherTimes: boolean
}

/** The deployments of a change, as pipelines reported them. */
export function ChangeDeployments({ deployments, hasOtherTimes }: ChangeDeploymentsProps) {
  return (
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
          <DeploymentRow key={deployment.id} deployment={deployment} />
        ))}
      </ul>
    </SectionCard>
  )
}

function DeploymentRow({ deployment }: { deployment: ShownDeployment }) {
  const { sender, service, environment, status, isRollback, startedAt, endedAt, url, remark } = deployment
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
        <p className="text-xs text-muted text-pretty wrap-anywhere">{remark}</p>
      </div>
      <DeploymentStatus status={status} isRollback={isRollback} />
    </li>
  )
}
