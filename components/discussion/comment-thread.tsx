'use client'

import { useState } from 'react'
import { ChosenFiles } from '#components/attachments/chosen-files.tsx'
import { useAttachFiles } from '#components/attachments/use-attach-files.ts'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { buildDraftKey } from '#lib/api/stored-drafts.ts'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import type { Attachment } from '#lib/contracts/app/attachments.ts'
import type { Comment } from '#lib/contracts/app/comments.ts'
import type { ReviewField } from '#lib/contracts/app/review-forms.ts'
import { addComment } from '#lib/contracts/routes.ts'
import type { Mentionable } from '#lib/domain/people/mentions.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import { useDraftText } from './use-draft-text.ts'

export type DiscussionReader = { email: string; canWrite: boolean; isAdmin: boolean }
type CommentThreadProps = {
  reference: string
  /** Number of the change, for links from comments to the discussed fields. */
  number?: string
  /** Field that new comments are about. */
  field?: ReviewField
  comments: readonly Comment[]
  /** People who can be mentioned. */
  people: readonly Mentionable[]
  /** Attachments of the review and of its comments. */
  files: readonly Attachment[]
  reader: DiscussionReader
}

/** Comments, oldest first, and the form for a new one. */
export function CommentThread({ reference, number, field, comments, people, files, reader }: CommentThreadProps) {
  const add = usePageMutation(addComment)
  const [text, setText] = useDraftText(
    buildDraftKey('comment', reader.email, field ? `${reference}.${field}` : reference),
  )
  const [chosen, setChosen] = useState<readonly File[]>([])
  const { attach } = useAttachFiles()
  const send = async (body: string) => {
    const { id } = await add.mutateAsync({ params: { reference }, body: { body, field } })
    setText('')
    if (chosen.length === 0) return
    for (const title of await attach({ comment_id: id }, chosen))
      showToast({ kind: 'error', title, description: 'Edit the comment to try again.' })
    setChosen([])
  }
  return (
    <div className="flex flex-col gap-5">
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
              number={number}
              people={people}
              files={files.filter(({ comment_id: id }) => id === comment.id)}
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
        >
          <ChosenFiles files={chosen} onChange={setChosen} />
        </CommentForm>
      ) : null}
    </div>
  )
}
