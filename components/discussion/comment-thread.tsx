'use client'

import { Ellipsis } from 'lucide-react'
import { useEffect, useState } from 'react'
import { AttachmentList } from '#components/attachments/attachment-list.tsx'
import { ChosenFiles, useAttachFiles } from '#components/attachments/file-chooser.tsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { toFieldId } from '#components/ui/form/field-id.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { useWrite } from '#components/ui/overlay/confirm-write.tsx'
import { DropdownMenu } from '#components/ui/overlay/dropdown-menu.tsx'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { LinkedText } from '#components/ui/text/linked-text.tsx'
import { renderParts } from '#components/ui/text/render-parts.ts'
import { TextLink } from '#components/ui/text-link.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import { buildDraftKey, readStored, writeStored } from '#lib/api/stored-drafts.ts'
import { usePageMutation } from '#lib/api/use-page-mutation.ts'
import type { Attachment } from '#lib/contracts/app/attachments.ts'
import type { Comment } from '#lib/contracts/app/review-discussion.ts'
import type { ReviewField, ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { addComment, deleteComment, editComment } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { type Mentionable, splitMentions } from '#lib/domain/people/mentions.ts'
import { stepLabels } from '#lib/review/labels.ts'
import { findQuestion } from '#lib/review/questions/steps.ts'
import { CommentForm } from './comment-form.tsx'

export type DiscussionReader = { email: string; canWrite: boolean; isAdmin: boolean }
type CommentThreadProps = {
  reference: string
  /** Number of the change, for links from comments to the discussed fields. */
  number?: string
  field?: ReviewField
  comments: readonly Comment[]
  people: readonly Mentionable[]
  files: readonly Attachment[]
  reader: DiscussionReader
}

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

type CommentItemProps = {
  comment: Comment
  number: string | undefined
  people: readonly Mentionable[]
  files: readonly Attachment[]
  isMine: boolean
  canDelete: boolean
}

function CommentItem({ comment, number, people, files, isMine, canDelete }: CommentItemProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const edit = usePageMutation(editComment)
  const { id, author_name: author, body, created_at: createdAt, edited_at: editedAt } = comment
  const remove = useWrite({ route: deleteComment, input: { params: { id } }, done: 'Comment deleted' })
  const save = async (text: string) => {
    await edit.mutateAsync({ params: { id }, body: { body: text } })
    setDraft(null)
  }
  return (
    <li id={id} className="flex scroll-mt-20 gap-3 rounded-md target:bg-accent-soft">
      <Avatar name={author} size="md" />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-x-2 text-sm">
          <span className="truncate font-medium">{author}</span>
          <span className="text-xs text-muted">
            <RelativeTime value={createdAt} />
            {editedAt ? ', edited' : null}
          </span>
          {canDelete && draft === null ? (
            <span className="ml-auto">
              <DropdownMenu
                align="end"
                trigger={<IconButton size="sm" label={`Actions for the comment by ${author}`} icon={<Ellipsis />} />}
                entries={[
                  ...(isMine ? [{ label: 'Edit', onSelect: () => setDraft(body) }] : []),
                  { label: 'Delete', danger: true, onSelect: () => remove.run() },
                ]}
              />
            </span>
          ) : null}
        </div>
        {number && comment.field ? <FieldLink number={number} field={comment.field} /> : null}
        {draft === null ? (
          <p className="max-w-prose whitespace-pre-line break-words">
            {renderParts(splitMentions(body, people), ({ text, person }) =>
              person ? (
                <span className="rounded-sm bg-accent-soft px-0.5 font-medium text-accent-text">{text}</span>
              ) : (
                <LinkedText text={text} />
              ),
            )}
          </p>
        ) : (
          <CommentForm
            label="Edit the comment"
            text={draft}
            onChange={setDraft}
            people={people}
            submitLabel="Save"
            onSubmit={save}
            onCancel={() => setDraft(null)}
          />
        )}
        <AttachmentList
          className="mt-1 flex flex-col items-start gap-1"
          files={files}
          to={draft === null ? null : { label: 'the comment', place: { comment_id: id } }}
          reader={{ email: comment.author, canManage: false }}
        />
      </div>
    </li>
  )
}

function FieldLink({ number, field }: { number: string; field: ReviewField }) {
  const [step, name] = field.split('.') as [ReviewStep, string]
  return (
    <p className="text-xs">
      <TextLink href={`${pagePaths.review(number, step)}#${toFieldId(name)}`}>
        {stepLabels[step]}: {findQuestion(field)?.noun}
      </TextLink>
    </p>
  )
}

/** Text stored in this browser until it is sent, so that leaving the page loses nothing. */
function useDraftText(key: string): [string, (text: string) => void] {
  const [text, setText] = useState('')
  useEffect(() => setText(readStored(key) ?? ''), [key])
  const save = (next: string) => {
    setText(next)
    writeStored(key, next || null)
  }
  return [text, save]
}
