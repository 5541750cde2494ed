'use client'

import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from '#components/ui/external-link.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { listReviewIssueLinks } from '#lib/contracts/issue-routes.ts'

type ActionIssuesProps = { reference: string; improvementId: string }

/** Issues of an action with their status in the tracker. */
export function ActionIssues({ reference, improvementId }: ActionIssuesProps) {
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
