'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { commentsQuery } from '#lib/api/review-queries.ts'
import type { ReviewField } from '#lib/contracts/app/review-forms.ts'
import type { DiscussionReader } from './comment-thread.tsx'

// Loaded when it opens: most visits of a step read no comments.
const FieldDiscussion = dynamic(() => import('./field-discussion.tsx').then((part) => part.FieldDiscussion), {
  loading: () => null,
})

type Discussions = {
  toReviewField: (name: string) => ReviewField
  count: (name: string) => number
  open: (name: string) => void
  canWrite: boolean
}

/** Null where fields have no comments, as in the short form. */
export const DiscussionsContext = createContext<Discussions | null>(null)

type FieldDiscussionsProps = { reference: string; step: string; reader: DiscussionReader; children: ReactNode }

export function FieldDiscussions({ reference, step, reader, children }: FieldDiscussionsProps) {
  const comments = useQuery(commentsQuery(reference)).data?.result
  const [opened, setOpened] = useState<ReviewField | null>(null)
  const close = () => setOpened(null)
  const discussions = useMemo((): Discussions => {
    const toReviewField = (name: string) => `${step}.${name}` as ReviewField
    return {
      toReviewField,
      count: (name) => comments?.filter(({ field }) => field === toReviewField(name)).length ?? 0,
      open: (name) => setOpened(toReviewField(name)),
      canWrite: reader.canWrite,
    }
  }, [comments, step, reader.canWrite])
  return (
    <DiscussionsContext value={discussions}>
      {children}
      {opened ? (
        <FieldDiscussion
          reference={reference}
          field={opened}
          comments={comments ?? []}
          reader={reader}
          onClose={close}
        />
      ) : null}
    </DiscussionsContext>
  )
}

const noComments = () => 0

export const useCommentCount = () => use(DiscussionsContext)?.count ?? noComments
