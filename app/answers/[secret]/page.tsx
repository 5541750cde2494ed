import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { ReplyForm } from '#components/answers/reply-form.tsx'
import { Wordmark } from '#components/layout/wordmark.tsx'
import { QuotedObjective } from '#components/records/objective.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { findObjective } from '#lib/review/questions/objective.ts'
import { questionWords } from '#lib/review/requester-replies.ts'
import { getChange } from '#server/changes/queries.ts'
import { getQuestionOfLink } from '#server/discussion/requester-questions.ts'
import { findPageActor, resolveOr404 } from '#server/pages/page-context.ts'
import { chooseRequestId } from '#server/platform/http/api-request.ts'
import { anonymous } from '#server/platform/runtime/context.ts'
import { getPageDatabase } from '#server/platform/runtime/runtime.ts'
import { findReview } from '#server/reviews/queries.ts'

export const metadata: Metadata = { title: 'Did it work for you?', robots: { index: false } }

/** The page on which a requester or stakeholder replies, by a link without signing in or from a notification. */
export default async function ReplyPage({ params }: { params: Promise<{ secret: string }> }) {
  const { secret } = await params
  const requestId = chooseRequestId(new Headers(await headers()))
  const actor = (await findPageActor()) ?? anonymous
  const ctx = { db: getPageDatabase(), actor, now: new Date(), requestId }
  const linkedQuestion = await resolveOr404(getQuestionOfLink(ctx, secret))
  const { state, isRefused, row, checks, number, title } = linkedQuestion
  const { kind, question, requester, askedByName, expiresAt } = row
  const [change, review] = await Promise.all([getChange(ctx, number), findReview(ctx, number)])
  return (
    <main id="content" className="mx-auto flex min-h-dvh w-full max-w-lg flex-col justify-center gap-6 px-4 py-12">
      <Wordmark />
      <div className="flex flex-col gap-1">
        <h1 className="text-xl font-semibold tracking-tight text-balance">{title}</h1>
        <p className="text-sm text-muted">
          {askedByName} {questionWords[kind].does} change {number} and asks you:
        </p>
      </div>
      <p className="border-l-2 border-accent-line pl-3 break-words whitespace-pre-line">{question}</p>
      <QuotedObjective objective={findObjective(change, review?.steps.plan.form)} />
      {state !== 'open' ? (
        <Notice tone="info" title={state === 'expired' ? 'This link has expired' : 'This question already has a reply'}>
          Ask {askedByName} for a new link if you have more to say.
        </Notice>
      ) : isRefused ? (
        <Notice tone="warning" title={`Only ${requester} can reply`}>
          You are signed in as {actor.name}. People who asked, reviewed or implemented the change cannot reply for
          somebody else.
        </Notice>
      ) : (
        <>
          <ReplyForm secret={secret} kind={kind} checks={checks} />
          <p className="text-xs text-muted">
            You can reply once, until <DateTime value={expiresAt} />.
          </p>
        </>
      )}
    </main>
  )
}
