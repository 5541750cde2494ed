'use client'

import { useState } from 'react'
import type { ArticleVotes } from '#lib/contracts/app/article-votes.ts'
import { LessonVote } from './lesson-vote.tsx'

/** The vote on the page of an article. */
export function ArticleVote({ id, title, votes: initial }: { id: string; title: string; votes: ArticleVotes }) {
  const [votes, setVotes] = useState(initial)
  return <LessonVote id={id} title={title} votes={votes} onVoted={setVotes} />
}
