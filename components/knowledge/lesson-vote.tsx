'use client'

import { useMutation } from '@tanstack/react-query'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useIsAuditor } from '#components/layout/user-context.tsx'
import { Button } from '#components/ui/button.tsx'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import type { ArticleVotes } from '#lib/contracts/app/article-votes.ts'
import { voteOnArticle, withdrawArticleVote } from '#lib/contracts/routes.ts'

type LessonVoteProps = {
  id: string
  /** For screen readers. */
  title: string
  votes: ArticleVotes
  /** Number of the change for which the lesson is suggested, if any. */
  changeNumber?: string
  /** Receives the new votes. A list does not reorder until it is reloaded. */
  onVoted: (votes: ArticleVotes) => void
}

/** "Was this useful?" with counts; selecting the same answer again withdraws the vote. */
export function LessonVote({ id, title, votes, changeNumber, onVoted }: LessonVoteProps) {
  const isAuditor = useIsAuditor()
  const change = changeNumber === undefined ? {} : { change_number: changeNumber }
  const vote = useMutation({
    mutationFn: async (isUseful: boolean) => {
      const params = { id }
      const { data } =
        votes.mine === isUseful
          ? await callEndpoint(withdrawArticleVote, { params, query: change })
          : await callEndpoint(voteOnArticle, { params, body: { is_useful: isUseful, ...change } })
      return data
    },
    onSuccess: onVoted,
    onError: ({ message }) => showToast({ kind: 'error', title: 'Your vote was not saved', description: message }),
  })
  if (isAuditor) return null
  const answers = [
    [true, 'Yes', <ThumbsUp key="up" aria-hidden="true" />, votes.useful],
    [false, 'No', <ThumbsDown key="down" aria-hidden="true" />, votes.not_useful],
  ] as const
  return (
    <fieldset className="flex items-center gap-1.5">
      <legend className="sr-only">Was “{title}” useful?</legend>
      <span aria-hidden="true" className="mr-1 text-xs text-muted">
        Was this useful?
      </span>
      {answers.map(([isUseful, label, icon, count]) => (
        <Button
          key={label}
          size="sm"
          variant={votes.mine === isUseful ? 'primary' : 'secondary'}
          aria-pressed={votes.mine === isUseful}
          icon={icon}
          onClick={() => vote.isPending || vote.mutate(isUseful)}
        >
          {label} <span className="tabular-nums">{count}</span>
        </Button>
      ))}
    </fieldset>
  )
}
