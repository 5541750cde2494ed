import { ListChecks } from 'lucide-react'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PastEnd } from '#components/ui/past-end.tsx'
import { registerAddress } from '#lib/api/improvement-register.ts'
import type { RegisterQuery } from '#lib/api/improvement-register-query.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** Empty states of the register. */
export function NoImprovements({ query, total }: { query: RegisterQuery; total: number }) {
  if (total > 0) return <PastEnd firstHref={registerAddress(pagePaths.improvements, query, { page: 1 })} />
  const { owner, due, category, priority, source, query: expression } = query
  if (owner === 'me' && !category && !priority && !source && !expression && query.status === undefined) {
    return (
      <EmptyState
        icon={ListChecks}
        title={due ? 'None of your actions are due' : 'You have no open actions'}
        action={
          <ButtonLink href={registerAddress(pagePaths.improvements, query, { owner: undefined })}>
            Show everyone’s actions
          </ButtonLink>
        }
      >
        Actions assigned to you appear here until they are done.
      </EmptyState>
    )
  }
  if (query.status !== 'all' || owner || category || priority || source || expression) {
    return (
      <EmptyState
        icon={ListChecks}
        title="No actions match these filters"
        action={<ButtonLink href={`${pagePaths.improvements}?status=all`}>Show all actions</ButtonLink>}
      >
        Remove a filter, or choose another status.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={ListChecks}
      title="No improvement actions yet"
      action={<ButtonLink href={pagePaths.changes}>Go to the changes</ButtonLink>}
    >
      They come from reviews: each review asks what should be different next time.
    </EmptyState>
  )
}
