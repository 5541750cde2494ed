'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { TextLink } from '#components/ui/text-link.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import { questionsQuery } from '#lib/api/review-queries.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import { findStatedObjective } from '#lib/domain/change/stated-objective.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { listReplies, replyLabels } from '#lib/domain/review/requester-replies.ts'

/** The objective stated by the change, and the replies of the requester. */
export function ObjectiveFacts({ reference, change }: { reference: string; change: ChangeRecord }) {
  const objective = useMemo(() => findStatedObjective(change), [change])
  const replies = listReplies(useQuery(questionsQuery(reference)).data?.result ?? [])
  if (objective === null && replies.length === 0) return null
  return (
    <div className="-mb-3 flex flex-col gap-2 border-l-2 border-line-strong pl-3 text-sm">
      {objective ? (
        <figure className="m-0">
          <figcaption className="text-xs text-muted">Objective, from the implementation plan</figcaption>
          <blockquote className="line-clamp-6 break-words whitespace-pre-line">{objective}</blockquote>
        </figure>
      ) : null}
      {replies.map(({ id, requester, requester_name: name, answer, remark, answered_at: at }) => (
        <figure key={id} className="m-0">
          <figcaption className="text-xs text-muted">
            {name ?? requester} replied <RelativeTime value={at} /> ·{' '}
            <TextLink href={pagePaths.discussion(change.number)}>Discussion</TextLink>
          </figcaption>
          <blockquote className="break-words whitespace-pre-line">
            <span className="font-medium">{replyLabels[answer]}.</span> {remark}
          </blockquote>
        </figure>
      ))}
    </div>
  )
}
