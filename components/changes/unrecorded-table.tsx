import { DateTime } from '#components/ui/date-time.tsx'
import { ExternalLink } from '#components/ui/external-link.tsx'
import { Table, TBody, Td, THead, Th, Tr } from '#components/ui/table.tsx'
import { TableRegion } from '#components/ui/table-region.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import type { UnrecordedChange } from '#lib/contracts/app/unrecorded-changes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { DeploymentStatus } from './deployment-status.tsx'
import { UnrecordedActions } from './unrecorded-actions.tsx'

/** Deployments to production that no change authorised. */
export function UnrecordedTable({ changes }: { changes: readonly UnrecordedChange[] }) {
  return (
    <TableRegion label="Table of unrecorded changes">
      <Table stack aria-label="Unrecorded changes">
        <THead>
          <Tr>
            <Th>Deployment</Th>
            <Th>Service</Th>
            <Th>Began</Th>
            <Th>Status</Th>
            <Th>Reported by</Th>
            <Th>
              <span className="sr-only">Actions</span>
            </Th>
          </Tr>
        </THead>
        <TBody>
          {changes.map((change) => (
            <UnrecordedRow key={change.id} change={change} />
          ))}
        </TBody>
      </Table>
    </TableRegion>
  )
}

function UnrecordedRow({ change }: { change: UnrecordedChange }) {
  const { change_number: number, title, ref, url, connection, started_at: start, is_rollback: isRollback } = change
  const named = change.named_change
  return (
    <Tr>
      <Td primary>
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
      </Td>
      <Td label="Service" className="wrap-anywhere">
        {change.service}
      </Td>
      <Td label="Began">
        <DateTime value={start} />
      </Td>
      <Td label="Status">
        <DeploymentStatus status={change.status} isRollback={isRollback} />
      </Td>
      <Td label="Reported by">{url ? <ExternalLink href={url}>{connection}</ExternalLink> : connection}</Td>
      <Td>
        <UnrecordedActions change={change} />
      </Td>
    </Tr>
  )
}

/** What the deployment says about the change that it belongs to, and why it was not joined to that one. */
function NamedChange({ number, naming }: { number: string; naming: UnrecordedChange['naming'] }) {
  if (naming === 'unknown') return `Names ${number}, which is not recorded`
  const link = <TextLink href={pagePaths.change(number)}>{number}</TextLink>
  if (naming === 'mentioned') return <>Mentions {link}, which does not fit its service or time</>
  return <>Names {link}, which was not authorised or not open then</>
}
