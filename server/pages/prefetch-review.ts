import { QueryClient } from '@tanstack/react-query'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import {
  attachmentsQuery,
  candidatesQuery,
  cleanCheckQuery,
  commentsQuery,
  proposalsQuery,
  queryCandidates,
  questionsQuery,
  signOffQuery,
  versionsQuery,
} from '#lib/api/review-queries.ts'
import { listAttachments } from '#lib/contracts/app/attachments.ts'
import { listCandidates } from '#lib/contracts/app/candidates.ts'
import { findCleanCheck } from '#lib/contracts/app/clean-check.ts'
import { listComments } from '#lib/contracts/app/comments.ts'
import { listReviewIssueLinks } from '#lib/contracts/app/issue-links.ts'
import { listRequesterQuestions } from '#lib/contracts/app/requester-questions.ts'
import { listReviewProposals } from '#lib/contracts/app/review-proposals.ts'
import { getSignOff } from '#lib/contracts/app/review-sign-off.ts'
import { isLocked } from '#lib/contracts/app/review-values.ts'
import { listReviewVersions } from '#lib/contracts/app/review-versions.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { noWindow, toSearchWindow } from '#lib/domain/change/incident-window.ts'
import * as issues from '#server/connections/trackers/queries.ts'
import * as discussion from '#server/discussion/comments.ts'
import * as questions from '#server/discussion/requester-questions.ts'
import * as attachments from '#server/reviews/attachments/queries.ts'
import * as candidates from '#server/reviews/candidates/queries.ts'
import * as signOff from '#server/reviews/lifecycle/get-sign-off.ts'
import * as versions from '#server/reviews/record/review-versions.ts'
import * as cleanCheck from '#server/reviews/steps/get-clean-check.ts'
import * as proposals from '#server/reviews/steps/proposals.ts'
import type { PageContext } from './page-context.ts'
import { prefetch } from './prefetch.ts'
import {
  prefetchActions,
  prefetchChangeAndReview,
  prefetchLinkedIncidents,
  prefetchNamedIncidents,
  prefetchPeopleNames,
} from './prefetch-change-parts.ts'

/** Prefetches the data of the review pages of a change. Throws `not_found`. */
export async function prefetchReview(ctx: PageContext, number: string): Promise<QueryClient> {
  const client = new QueryClient()
  const { review } = await prefetchChangeAndReview(client, ctx, number)
  const form = review?.steps.incidents.form
  const range = toSearchWindow(form ? { start: form.window_start, end: form.window_end } : noWindow)
  const listRanked = () => candidates.listCandidates(ctx, number, queryCandidates(range))
  const decided = form?.decisions.map(({ incident }) => incident) ?? []
  await Promise.all([
    prefetchLinkedIncidents(client, ctx, number),
    prefetchNamedIncidents(client, ctx, decided),
    review && prefetchActions(client, ctx, review.reference),
    review && prefetchIssues(client, ctx, review.reference),
    review && prefetchAttachments(client, ctx, review.reference),
    review && prefetchComments(client, ctx, review.reference),
    review && prefetchSignOff(client, ctx, review),
    review && !isLocked(review) && prefetchCleanCheck(client, ctx, review.reference),
    review && !isLocked(review) && prefetchProposals(client, ctx, review.reference),
    review && prefetch(client, listCandidates, candidatesQuery(number, range), listRanked),
  ])
  return client
}

const prefetchCleanCheck = (client: QueryClient, ctx: PageContext, reference: string) =>
  prefetch(client, findCleanCheck, cleanCheckQuery(reference), () => cleanCheck.getCleanCheck(ctx, reference))

const prefetchProposals = (client: QueryClient, ctx: PageContext, reference: string) =>
  prefetch(client, listReviewProposals, proposalsQuery(reference), async () => ({
    result: await proposals.listReviewProposals(ctx, reference),
  }))

const prefetchAttachments = (client: QueryClient, ctx: PageContext, reference: string) =>
  prefetch(client, listAttachments, attachmentsQuery(reference), async () => ({
    result: await attachments.listAttachments(ctx, { of: reference }),
  }))

/**
 * Prefetches comments without the people who can be mentioned: that may be everybody, and only an opened discussion
 * requests them.
 */
const prefetchComments = (client: QueryClient, ctx: PageContext, reference: string) =>
  prefetch(client, listComments, commentsQuery(reference), async () => ({
    result: await discussion.listCommentsOnReview(ctx, reference),
    people: [],
  }))

const prefetchIssues = (client: QueryClient, ctx: PageContext, reference: string) =>
  prefetch(client, listReviewIssueLinks, endpointQuery(listReviewIssueLinks, { params: { reference } }), async () => ({
    result: await issues.listReviewIssueLinks(ctx, reference),
  }))

/**
 * Prefetches the data that the sign-off shows beside the forms: replies of the requester, signers, returns and earlier
 * versions.
 */
async function prefetchSignOff(client: QueryClient, ctx: PageContext, review: Review): Promise<void> {
  const { reference, completions, submitted_by: submitter } = review
  const replies = () => questions.listRequesterQuestions(ctx, reference)
  await Promise.all([
    prefetch(client, listRequesterQuestions, questionsQuery(reference), replies),
    prefetch(client, getSignOff, signOffQuery(reference), () => signOff.getSignOff(ctx, reference)),
    completions > 0 &&
      prefetch(client, listReviewVersions, versionsQuery(reference), () => versions.listReviewVersions(ctx, reference)),
    submitter && prefetchPeopleNames(client, ctx, [submitter]),
  ])
}
