import { ShieldCheck } from 'lucide-react'
import { createListPage } from '#app/(dashboard)/list-page.tsx'
import { DeploymentStatus } from '#components/changes/deployment-status.tsx'
import { UnrecordedActions } from '#components/changes/unrecorded-actions.tsx'
import type { ListView } from '#components/list/list-view.ts'
import { timeColumn } from '#components/list/time-column.tsx'
import { ExternalLink } from '#components/ui/external-link.tsx'
import { TabLinks } from '#components/ui/tab-links.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { buildHref } from '#lib/api/page-query.ts'
import { listUnrecordedChanges, type UnrecordedChange } from '#lib/contracts/app/unrecorded-changes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import * as unrecorded from '#server/deployments/unrecorded-changes.ts'

const unrecordedView: ListView<UnrecordedChange> = {
  path: pagePaths.unrecordedChanges,
  noun: ['unrecorded change', 'unrecorded changes'],
  title: 'Unrecorded changes',
  description: 'Deployments to production that no change authorised. Require a review, or dismiss one that needs none.',
  key: 'id',
  pageSize: 50,
  columns: [
    { id: 'deployment', label: 'Deployment', isPrimary: true, cell: (change) => <Deployment change={change} /> },
    { id: 'service', label: 'Service', cellClass: 'wrap-anywhere', cell: ({ service }) => service },
    timeColumn('started_at', { id: 'began', label: 'Began' }),
    {
      id: 'status',
      label: 'Status',
      cell: ({ status, is_rollback: isRollback }) => <DeploymentStatus status={status} isRollback={isRollback} />,
    },
    {
      id: 'connection',
      label: 'Reported by',
      cell: ({ url, connection }) => (url ? <ExternalLink href={url}>{connection}</ExternalLink> : connection),
    },
    { id: 'actions', label: 'Actions', hidesLabel: true, cell: (change) => <UnrecordedActions {...change} /> },
  ],
  empty: {
    icon: ShieldCheck,
    title: 'No unrecorded changes',
    text: 'Every deployment that pipelines reported belongs to a change, or was dealt with.',
  },
}

function Deployment({ change }: { change: UnrecordedChange }) {
  const { change_number: number, title, ref, named_change: named } = change
  return (
    <div>
      <TextLink href={pagePaths.change(number)} className="wrap-anywhere">
        {title ?? `Deployment to ${change.environment}`}
      </TextLink>
      <p className="text-xs font-normal text-muted wrap-anywhere">{ref ? `${number} · ${ref}` : number}</p>
      {named === null ? null : (
        <p className="text-xs font-normal text-muted wrap-anywhere">
          <NamedChange number={named} naming={change.naming} />
        </p>
      )}
    </div>
  )
}

/** The change that a deployment names, and the reason why the deployment was not joined to it. */
function NamedChange({ number, naming }: { number: string; naming: UnrecordedChange['naming'] }) {
  if (naming === 'unknown') return `Names ${number}, which is not recorded`
  const link = <TextLink href={pagePaths.change(number)}>{number}</TextLink>
  if (naming === 'mentioned') return <>Mentions {link}, which does not fit its service or time</>
  return <>Names {link}, which was of another service, not authorised or not open then</>
}

export const metadata = { title: unrecordedView.title }

export default createListPage(
  unrecordedView,
  listUnrecordedChanges,
  async (ctx, query) => {
    const { result: rows, total_count: total, services } = await unrecorded.listUnrecordedChanges(ctx, query)
    return { rows, total, services }
  },
  {
    filters: ({ query, page }) => <ServiceTabs service={query.service} services={page?.services ?? []} />,
  },
)

type ServiceTabsProps = { service: string | undefined; services: readonly { service: string; count: number }[] }

function ServiceTabs({ service: current, services }: ServiceTabsProps) {
  if (services.length <= 1 && current === undefined) return null
  const all = services.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="mb-4">
      <TabLinks
        label="Services"
        tabs={[
          { href: unrecordedView.path, label: 'All', count: all, current: current === undefined },
          ...services.map(({ service, count }) => ({
            href: buildHref(unrecordedView.path, {}, { service }),
            label: service,
            count,
            current: service === current,
          })),
        ]}
      />
    </div>
  )
}
