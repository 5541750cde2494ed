import { ButtonLink } from '#components/ui/button-link.tsx'
import { Person } from '#components/ui/person.tsx'
import { Td, Tr } from '#components/ui/table/table.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import type { Worklist } from '#lib/contracts/app/worklist.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { WorklistCard, wideOnly } from './worklist-card.tsx'
import { WorklistTitle } from './worklist-title.tsx'

type MyVerificationsProps = Pick<Worklist, 'verifications'> & { hasSelection: boolean }

/** Done actions that the person is asked to verify, the longest waiting first. */
export function MyVerifications({
  verifications: { entries, total_count: total },
  hasSelection,
}: MyVerificationsProps) {
  return (
    <WorklistCard
      id="verifications"
      title="To verify"
      description="Actions that are done: check that they work"
      total={total}
      all={{ href: `${pagePaths.improvements}?status=done`, label: 'All done actions' }}
      columns={['Action', 'Evidence', 'Done by', 'Done']}
      hasSelection={hasSelection}
    >
      {entries.map((action) => (
        <Tr key={action.id} className="whitespace-nowrap">
          {hasSelection ? <Td /> : null}
          <WorklistTitle href={pagePaths.improvement(action.id)} title={action.title}>
            <span className="font-mono">{action.source_ref}</span>
          </WorklistTitle>
          <Td label="Evidence" className={wideOnly}>
            <span data-tooltip={action.evidence ?? undefined} data-tooltip-cut="" className="block truncate text-muted">
              {action.evidence}
            </span>
          </Td>
          <Td label="Done by">
            <Person name={action.done_by_name ?? action.done_by} />
          </Td>
          <Td label="Done" className="py-0!">
            <span className="flex items-center justify-between gap-2">
              <DateTime value={action.done_at} precision="day" />
              <ButtonLink href={pagePaths.improvement(action.id)} size="sm" aria-label={`Verify: ${action.title}`}>
                Verify
              </ButtonLink>
            </span>
          </Td>
        </Tr>
      ))}
    </WorklistCard>
  )
}
