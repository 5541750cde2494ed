'use client'

import { useState } from 'react'
import type { ArticleVotes } from '#lib/contracts/app/article-votes.ts'
import { LessonVote } from './lesson-vote.tsx'

/** The vote on an article that is read by itself. */
export function ArticleVote({ id, title, votes: given }: { id: string; title: string; votes: ArticleVotes }) {
  const [votes, setVotes] = useState(given)
  return <LessonVote id={id} title={title} votes={votes} onVoted={setVotes} />
}
