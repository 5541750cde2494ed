import { CircleCheck } from 'lucide-react'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { sectionFilters } from '#lib/domain/review/worklist-sections.ts'

type CaughtUpProps = {
  /** How many unfinished actions the person owns. */
  actions: number
  /** How many sections about the work of others follow. */
  others: number
}

/** Shown where no review and no verification waits for the person; says what comes next. */
export function CaughtUp({ actions, others }: CaughtUpProps) {
  const next = [...(actions > 0 ? ['your actions'] : []), ...(others > 0 ? ['what waits for others'] : [])]
  if (next.length > 0) {
    return (
      <p className="flex items-center gap-2 rounded-lg border border-line bg-surface px-3 py-2.5 text-sm">
        <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-success-text" />
        <span>
          <span className="font-medium">You&rsquo;re all caught up.</span> No reviews are assigned to you. Below:{' '}
          {next.join(' and ')}.
        </span>
      </p>
    )
  }
  const unassigned = `${pagePaths.changes}?${new URLSearchParams({ query: sectionFilters.unassigned, sort: 'due_on' })}`
  return (
    <Card>
      <EmptyState
        icon={CircleCheck}
        title="You&rsquo;re all caught up"
        action={
          <>
            <ButtonLink href={unassigned}>Reviews without a reviewer</ButtonLink>
            <ButtonLink href={pagePaths.changes}>All changes</ButtonLink>
          </>
        }
      >
        No reviews are assigned to you. New ones appear here, and you are notified of them.
      </EmptyState>
    </Card>
  )
}
