import { ListChecks } from 'lucide-react'
import { listHref } from '#components/list/list-view.ts'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { registerPlace } from '#lib/api/improvement-register.ts'
import type { RegisterQuery } from '#lib/api/improvement-register-query.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

/** Empty states of the register. */
export function NoImprovements({ query }: { query: RegisterQuery }) {
  const { owner, due, category, priority, source, query: expression } = query
  if (owner === 'me' && !category && !priority && !source && !expression && query.status === undefined) {
    return (
      <EmptyState
        icon={ListChecks}
        title={due ? 'None of your actions are due' : 'You have no open actions'}
        action={
          <ButtonLink href={listHref(registerPlace, query, { owner: undefined })}>Show everyone’s actions</ButtonLink>
        }
      >
        Actions assigned to you appear here until they are done.
      </EmptyState>
    )
  }
  const showAll = <ButtonLink href={`${pagePaths.improvements}?status=all`}>Show all actions</ButtonLink>
  if (owner || due || category || priority || source || expression) {
    return (
      <EmptyState icon={ListChecks} title="No matching actions" action={showAll}>
        {query.status === 'all' ? 'Remove a filter.' : 'Remove a filter, or choose another status.'}
      </EmptyState>
    )
  }
  if (query.status !== 'all') {
    return (
      <EmptyState icon={ListChecks} title={emptyTitles[query.status ?? 'todo']} action={showAll}>
        {sourceHint}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={ListChecks}
      title="No improvement actions yet"
      action={<ButtonLink href={pagePaths.changes}>Go to the changes</ButtonLink>}
    >
      {sourceHint}
    </EmptyState>
  )
}

const sourceHint = 'Actions come from reviews: each review asks what should be different next time.'

const emptyTitles = {
  todo: 'Nothing to do',
  open: 'No open actions',
  in_progress: 'No actions in progress',
  done: 'No actions that wait for verification',
  verified: 'No verified actions yet',
  cancelled: 'No cancelled actions',
} as const
