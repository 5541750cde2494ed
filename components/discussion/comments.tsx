'use client'

import { useQuery } from '@tanstack/react-query'
import { QueryStates } from '#components/layout/query-states.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { draftKey } from '#lib/api/stored-drafts.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { addComment, listComments } from '#lib/contracts/routes.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import { useDraftText } from './use-draft-text.ts'

type DiscussionReader = { email: string; canWrite: boolean; isAdmin: boolean }
type CommentsProps = { reference: string; reader: DiscussionReader }

/** The comments on a review, oldest first. */
export function Comments({ reference, reader }: CommentsProps) {
  const comments = useQuery(endpointQuery(listComments, { params: { reference } }))
  const add = useEndpointMutation(addComment)
  const [text, setText] = useDraftText(draftKey('comment', reader.email, reference))
  const send = async (body: string) => {
    await add.mutateAsync({ params: { reference }, body: { body } })
    setText('')
  }
  return (
    <Card aria-labelledby="comments" className="w-full flex-1">
      <CardHeader id="comments" title="Comments" />
      <CardBody className="flex flex-col gap-5">
        <QueryStates
          query={comments}
          failure="The comments could not be loaded"
          skeleton={<SkeletonText lines={6} label="Loading the comments" />}
        >
          {({ result, people }) => (
            <>
              {result.length === 0 ? (
                <p className="text-sm text-muted">
                  No comments yet. {reader.canWrite ? 'People you mention are notified.' : null}
                </p>
              ) : (
                <ul className="flex flex-col gap-5">
                  {result.map((comment) => (
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
            </>
          )}
        </QueryStates>
      </CardBody>
    </Card>
  )
}
