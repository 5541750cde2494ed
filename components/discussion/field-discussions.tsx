'use client'

import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { getFieldNoun } from '#components/history/field-labels.ts'
import { Sheet } from '#components/ui/overlay/dialog.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import { attachmentsQuery, commentsQuery } from '#lib/api/review-queries.ts'
import type { Comment } from '#lib/contracts/app/comments.ts'
import type { ReviewField } from '#lib/contracts/app/review-forms.ts'
import { listComments } from '#lib/contracts/routes.ts'
import { CommentThread, type DiscussionReader } from './comment-thread.tsx'

type Discussions = {
  toReviewField: (name: string) => ReviewField
  count: (name: string) => number
  open: (name: string) => void
  canWrite: boolean
}

/** Null where fields have no comments, as in the short form. */
export const DiscussionsContext = createContext<Discussions | null>(null)

type FieldDiscussionsProps = { reference: string; step: string; reader: DiscussionReader; children: ReactNode }

/** Provides the fields of a step with their comments, and shows those of the opened field beside the step. */
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

/** Returns a function that counts the comments on a field of the step. */
export const useCommentCount = () => use(DiscussionsContext)?.count ?? noComments

type FieldDiscussionProps = {
  reference: string
  field: ReviewField
  /** All comments on the review, as the page has loaded them. */
  comments: readonly Comment[]
  reader: DiscussionReader
  onClose: () => void
}

/** Comments on one field, in a panel beside the step. */
function FieldDiscussion({ reference, field, comments, reader, onClose }: FieldDiscussionProps) {
  // Reads the people who can be mentioned, whom the page leaves out, and the newest comments.
  const { data } = useQuery({
    queryKey: [...commentsQuery(reference).queryKey, 'people'],
    queryFn: async ({ signal }) => (await callEndpoint(listComments, { params: { reference } }, { signal })).data,
    staleTime: 0,
  })
  const files = useQuery(attachmentsQuery(reference)).data?.result ?? []
  const fieldComments = (data?.result ?? comments).filter((comment) => comment.field === field)
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={`Comments on the ${getFieldNoun(field)}`}
      firstFocus={fieldComments.length === 0 ? 'control' : 'dialog'}
    >
      <CommentThread
        reference={reference}
        field={field}
        comments={fieldComments}
        people={data?.people ?? []}
        files={files}
        reader={reader}
      />
    </Sheet>
  )
}
