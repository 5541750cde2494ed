import { MessagesSquare } from 'lucide-react'
import { CommentThread } from '#components/discussion/comment-thread.tsx'
import { RequesterQuestions } from '#components/discussion/requester-questions.tsx'
import { Stakeholders } from '#components/discussion/stakeholders.tsx'
import { PageHeader } from '#components/layout/page-header.tsx'
import { RefreshOnReturn } from '#components/layout/refresh-on-return.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { hasRole } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import * as changes from '#server/changes/queries.ts'
import { listComments } from '#server/discussion/comments.ts'
import { listRequesterQuestions } from '#server/discussion/requester-questions.ts'
import { getRecordContext, type NumberParams, resolveOr404, titleByNumber } from '#server/pages/page-context.ts'
import { listAttachments } from '#server/reviews/attachments/queries.ts'
import { findReview } from '#server/reviews/queries.ts'

export const generateMetadata = titleByNumber('Discussion · ')

export default async function DiscussionPage({ params }: NumberParams) {
  const { ctx, number } = await getRecordContext('change', (await params).number, pagePaths.discussion)
  const [change, review] = await resolveOr404(Promise.all([changes.getChange(ctx, number), findReview(ctx, number)]))
  if (!review) {
    return (
      <EmptyState
        icon={MessagesSquare}
        title={<h1>{number} has no review to discuss</h1>}
        action={<ButtonLink href={pagePaths.review(number)}>Go to the review</ButtonLink>}
      >
        The discussion starts with the review.
      </EmptyState>
    )
  }
  const { reference } = review
  const [comments, files, questions] = await Promise.all([
    listComments(ctx, reference),
    listAttachments(ctx, { of: reference }),
    listRequesterQuestions(ctx, reference),
  ])
  const canWrite = hasRole(ctx.actor.role, 'reviewer')
  return (
    <>
      <RefreshOnReturn />
      <PageHeader
        title={`Discussion: ${change.title}`}
        description={`${reference} · Comments, and replies of requester and stakeholders.`}
        actions={<ButtonLink href={pagePaths.review(number)}>Go to the review</ButtonLink>}
      />
      <div className="flex flex-col items-start gap-4 lg:flex-row">
        <Card aria-labelledby="comments" className="w-full flex-1">
          <CardHeader id="comments" title="Comments" />
          <CardBody>
            <CommentThread
              reference={reference}
              number={number}
              comments={comments.result}
              people={comments.people}
              files={files}
              reader={{ email: ctx.actor.email, canWrite, isAdmin: hasRole(ctx.actor.role, 'admin') }}
            />
          </CardBody>
        </Card>
        <div className="flex w-full flex-col gap-4 lg:max-w-sm">
          <RequesterQuestions
            reference={reference}
            questions={questions.result.filter(({ kind }) => kind !== 'stakeholder')}
            requester={questions.requester}
            canWrite={canWrite}
          />
          <Stakeholders reference={reference} questions={questions.result} canWrite={canWrite} />
        </div>
      </div>
    </>
  )
}
