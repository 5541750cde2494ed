import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryStates } from '#components/layout/query-states.tsx'
import { ExternalLink } from '#components/ui/external-link.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Day } from '#components/ui/time/day.tsx'
import { usePeopleNames } from '#components/users/use-people-names.ts'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { improvementsQuery } from '#lib/api/review-queries.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { listReviewIssueLinks } from '#lib/contracts/routes.ts'
import { improvementStatusLabels } from '#lib/domain/improvements/status-labels.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { capitalise } from '#lib/text/first-letter.ts'

type ActionListProps = { reference: string; controls?: (action: Improvement) => ReactNode }

export function ActionList({ reference, controls }: ActionListProps) {
  const query = useQuery(improvementsQuery(reference))
  const nameOf = usePeopleNames(query.data?.result.map(({ owner }) => owner) ?? [])
  return (
    <QueryStates query={query} what="the actions">
      {({ result }) =>
        result.length === 0 ? (
          <p className="text-sm text-muted">No actions yet.</p>
        ) : (
          <ul className="divide-y divide-line rounded-md border border-line" aria-label="Improvement actions">
            {result.map((action) => (
              <li key={action.id} className="flex items-start justify-between gap-3 px-3 py-2">
                <div className="min-w-0">
                  <p className="text-sm font-medium break-words">
                    <TextLink href={pagePaths.improvement(action.id)}>{action.title}</TextLink>
                  </p>
                  <p className="text-xs break-words text-muted">
                    {nameOf(action.owner)} · due <Day value={action.target_date} />
                    {action.priority ? ` · ${action.priority} priority` : ''}
                    {action.category ? ` · ${capitalise(action.category)}` : ''} ·{' '}
                    {improvementStatusLabels[action.status]}
                  </p>
                  <ActionIssues reference={reference} improvementId={action.id} />
                </div>
                {controls ? <div className="flex shrink-0">{controls(action)}</div> : null}
              </li>
            ))}
          </ul>
        )
      }
    </QueryStates>
  )
}

function ActionIssues({ reference, improvementId }: { reference: string; improvementId: string }) {
  const { data } = useQuery(endpointQuery(listReviewIssueLinks, { params: { reference } }))
  const links = data?.result.filter(({ improvement_id: id }) => id === improvementId) ?? []
  if (links.length === 0) return null
  return (
    <p className="flex flex-wrap gap-x-3 text-xs text-muted">
      {links.map(({ connection_id: id, issue_key: key, url, issue_status: status, error, connection_name: name }) => (
        <span key={id}>
          {key && url ? <ExternalLink href={url}>{key}</ExternalLink> : `Issue in ${name}`}{' '}
          {error ? <span className="text-danger-text">not synchronized</span> : (status ?? 'being created')}
        </span>
      ))}
    </p>
  )
}
