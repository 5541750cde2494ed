'use client'

import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { draftKey } from '#lib/api/stored-drafts.ts'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import type { Comment } from '#lib/contracts/app/comments.ts'
import { addComment } from '#lib/contracts/routes.ts'
import type { Mentionable } from '#lib/domain/people/mentions.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import { useDraftText } from './use-draft-text.ts'

type DiscussionReader = { email: string; canWrite: boolean; isAdmin: boolean }
type CommentsProps = {
  reference: string
  comments: readonly Comment[]
  /** Who can be mentioned. */
  people: readonly Mentionable[]
  reader: DiscussionReader
}

/** The comments on a review, oldest first. */
export function Comments({ reference, comments, people, reader }: CommentsProps) {
  const add = usePageMutation(addComment)
  const [text, setText] = useDraftText(draftKey('comment', reader.email, reference))
  const send = async (body: string) => {
    await add.mutateAsync({ params: { reference }, body: { body } })
    setText('')
  }
  return (
    <Card aria-labelledby="comments" className="w-full flex-1">
      <CardHeader id="comments" title="Comments" />
      <CardBody className="flex flex-col gap-5">
        {comments.length === 0 ? (
          <p className="text-sm text-muted">
            No comments yet. {reader.canWrite ? 'People you mention are notified.' : null}
          </p>
        ) : (
          <ul className="flex flex-col gap-5">
            {comments.map((comment) => (
              <CommentItem
                key={comment.id}
                comment={comment}
                people={people}
                isMine={reader.canWrite && comment.author === reader.email}
                canDelete={reader.canWrite && (reader.isAdmin || comment.author === reader.email)}
              />
            ))}
          </ul>
        )}
        {reader.canWrite ? (
          <CommentForm
            label="Your comment"
            text={text}
            onChange={setText}
            people={people}
            submitLabel="Comment"
            onSubmit={send}
          />
        ) : null}
      </CardBody>
    </Card>
  )
}
