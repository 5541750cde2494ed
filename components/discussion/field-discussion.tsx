import { useQuery } from '@tanstack/react-query'
import { Sheet } from '#components/ui/overlay/dialog.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import { attachmentsQuery, commentsQuery } from '#lib/api/review-queries.ts'
import type { Comment } from '#lib/contracts/app/review-discussion.ts'
import type { ReviewField } from '#lib/contracts/app/review-forms.ts'
import { listComments } from '#lib/contracts/routes.ts'
import { findQuestion } from '#lib/review/questions/steps.ts'
import { CommentThread, type DiscussionReader } from './comment-thread.tsx'

type FieldDiscussionProps = {
  reference: string
  field: ReviewField
  comments: readonly Comment[]
  reader: DiscussionReader
  onClose: () => void
}

export function FieldDiscussion({ reference, field, comments, reader, onClose }: FieldDiscussionProps) {
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
      title={`Comments on the ${findQuestion(field)?.noun}`}
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
