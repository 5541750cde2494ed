import { CircleCheck } from 'lucide-react'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { sectionFilters } from '#lib/domain/review/worklist-sections.ts'

type CaughtUpProps = {
  /** True if reviews can be assigned to the person. */
  canReview: boolean
  /** Names of the sections that follow on the page. */
  next: readonly string[]
}

/** Shown if no work waits for the person. Names the sections that follow, or explains Today. */
export function CaughtUp({ canReview, next }: CaughtUpProps) {
  if (next.length > 0) {
    if (!canReview) return null
    return (
      <p className="flex items-center gap-2 rounded-lg border border-line bg-surface px-3 py-2.5 text-sm">
        <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-success-text" />
        <span>
          <span className="font-medium">You&rsquo;re all caught up.</span> No reviews are assigned to you. Below:{' '}
          {new Intl.ListFormat('en-GB').format(next)}.
        </span>
      </p>
    )
  }
  if (!canReview) {
    return (
      <Card>
        <EmptyState
          icon={CircleCheck}
          title="Nothing waits for you"
          action={
            <>
              <ButtonLink href={pagePaths.changes}>All changes</ButtonLink>
              <ButtonLink href={pagePaths.knowledge}>All lessons</ButtonLink>
            </>
          }
        >
          Changes that you implement or requested, actions that you own and questions to you appear here.
        </EmptyState>
      </Card>
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
