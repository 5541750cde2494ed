import { and, eq, or, sql } from 'drizzle-orm'
import type { LessonDraft } from '#lib/contracts/app/review-forms.ts'
import type { NewArticle } from '#lib/contracts/articles.ts'
import type { ReviewOutcome } from '#lib/contracts/changes.ts'
import { tidyLine, tidyText } from '#lib/contracts/tidy-text.ts'
import { isPublishable, removeEmptySections } from '#lib/review/forms.ts'
import { findNameCandidates, type MaskedPerson, maskNames } from '#lib/text/mask-names.ts'
import { createArticle, updateArticle } from '#server/articles/commands.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import type { TxContext } from '#server/platform/runtime/context.ts'
import { accounts } from '#server/schema/access.ts'
import { changes } from '#server/schema/changes.ts'
import { users } from '#server/schema/directory.ts'
import { reviewSteps } from '#server/schema/reviews.ts'
import { enqueueReviewWrite, queueLesson } from '#server/sync/outbox.ts'
import type { LockedReview } from './locked-review.ts'
import { buildForms, getDrafts, type ReviewRow, type StepRow } from './queries.ts'
import { storeVersion } from './versions.ts'

/** Parties of a change and its review, by e-mail address. */
type Parties = {
  readonly reviewer: string | null
  readonly reviewerName: string | null
  readonly implementer: string | null
  readonly requester: string | null
  readonly approver: string | null
}

type Party = readonly [email: string, role: string]

/**
 * Lists the people in directory and accounts who may be named in a text, each with the word that replaces them, and
 * always the parties of the change. Names are looked up by the words of the text, so the cost does not grow with the
 * directory.
 */
async function listPeopleIn(db: Queryable, text: string, parties: Parties): Promise<MaskedPerson[]> {
  const roles = mapPartyRoles(parties)
  const candidates = findNameCandidates(text)
  const emails = [...candidates.emails, ...candidates.emails.map((email) => email.toLowerCase()), ...roles.keys()]
  const [directory, signedUp] = await Promise.all([
    db
      .select({ name: users.name, email: users.email })
      .from(users)
      // As arrays, because a long text has more names than a statement can have parameters.
      .where(
        or(
          sql`${users.nameKey} = any(${sql.param(candidates.names)})`,
          sql`${users.email} = any(${sql.param(emails)})`,
        ),
      ),
    db.select({ name: accounts.name, email: accounts.email, role: accounts.role }).from(accounts),
  ])
  const named = [
    ...[...roles.keys()].map((email) => ({ name: '', email, role: 'a colleague' })),
    ...(parties.reviewer === null
      ? []
      : [{ name: parties.reviewerName ?? '', email: parties.reviewer, role: 'the reviewer' }]),
    ...directory.map((person) => ({ ...person, role: 'a colleague' })),
    ...signedUp.map((account) => ({ ...account, role: accountWords[account.role] })),
  ]
  const people = named.map(({ name, email, role }): [string, MaskedPerson] => {
    const party = roles.get(email.toLowerCase())
    return [email.toLowerCase(), { name, email, role: party ?? role, isInvolved: party !== undefined }]
  })
  return [...new Map(people).values()]
}

const accountWords = {
  viewer: 'a colleague',
  auditor: 'an auditor',
  reviewer: 'a colleague',
  manager: 'a manager',
  admin: 'an administrator',
} as const

/** Maps people to their roles. The most specific of several roles wins: implementer, approver, requester, reviewer. */
function mapPartyRoles({ reviewer, implementer, requester, approver }: Parties): Map<string, string> {
  const parties: (Party | null)[] = [
    reviewer === null ? null : [reviewer, 'the reviewer'],
    requester === null ? null : [requester, 'the requester'],
    approver === null ? null : [approver, 'the approver'],
    implementer === null ? null : [implementer, 'the implementer'],
  ]
  return new Map(parties.flatMap((party) => (party ? [[party[0].toLowerCase(), party[1]]] : [])))
}

type Published = Required<Pick<NewArticle, 'content' | 'metadata'>>

type Completion = Pick<LockedReview, 'change' | 'steps'> & {
  /** The outcome of the review; null if a token completed it without one. */
  readonly outcome: ReviewOutcome | null
}

/**
 * Publishes a completed review: its lessons as articles, its version unless it has no outcome, and what is written of
 * it to other systems. Returns its steps with their articles.
 */
export async function publishCompletion(
  ctx: TxContext,
  completed: ReviewRow,
  { change, steps, outcome }: Completion,
): Promise<readonly StepRow[]> {
  const published = await publishLessons(ctx, completed, steps)
  if (outcome !== null) await storeVersion(ctx, completed, { change, forms: buildForms(change, published), outcome })
  await enqueueReviewWrite(ctx, completed)
  return published
}

/**
 * Publishes the lessons of a review that is being completed, and returns its steps with their articles. The actor does
 * not become a writer of the answers. Articles stay published when the review is reopened.
 */
export async function publishLessons(
  ctx: TxContext,
  review: ReviewRow,
  steps: readonly StepRow[],
): Promise<readonly StepRow[]> {
  const step = steps.find(({ step: name }) => name === 'lessons')
  const drafts = getDrafts(step?.form)
  if (!step || drafts.every(({ publishes }) => publishes === undefined)) return steps
  const published: LessonDraft[] = []
  for (const draft of drafts) published.push(await publishDraft(ctx, review, draft))
  const after = { form: { ...step.form, drafts: published }, version: step.version + 1 }
  await ctx.db
    .update(reviewSteps)
    .set(after)
    .where(and(eq(reviewSteps.reference, review.reference), eq(reviewSteps.step, 'lessons')))
  return steps.map((row) => (row === step ? { ...row, ...after } : row))
}

async function publishDraft(ctx: TxContext, review: ReviewRow, marked: LessonDraft): Promise<LessonDraft> {
  const { publishes, ...draft } = marked
  if (publishes === undefined || !isPublishable(draft)) return marked
  const content = await buildArticle(ctx, review, draft, publishes === 'masked')
  const article =
    draft.article_id === null ? await createArticle(ctx, content) : await updateArticle(ctx, draft.article_id, content)
  await queueLesson(ctx, article, { change: review.changeNumber, reference: review.reference })
  return { ...draft, article_id: article.id }
}

async function buildArticle(
  ctx: TxContext,
  review: ReviewRow,
  draft: LessonDraft,
  isMasked: boolean,
): Promise<Published> {
  const text = `# ${tidyLine(draft.title).trim().replace(/\s+/g, ' ')}\n\n${removeEmptySections(tidyText(draft.content))}`
  return {
    content: isMasked ? await maskPeople(ctx, review, text) : text,
    metadata: {
      source_change: review.changeNumber,
      article_type: 'lesson',
      source_pir: review.reference,
      category: tidyLine(draft.category).trim() || null,
      polarity: draft.polarity,
      tags: draft.tags.map(tidyLine),
      technologies: draft.technologies.map(tidyLine),
      author: isMasked ? 'Reviewer' : review.reviewerName,
    },
  }
}

async function maskPeople(ctx: TxContext, review: ReviewRow, text: string): Promise<string> {
  const [change] = await ctx.db
    .select({ implementer: changes.assignedTo, requester: changes.requestedBy, approver: changes.approvedBy })
    .from(changes)
    .where(eq(changes.number, review.changeNumber))
  const parties = {
    reviewer: review.reviewer,
    reviewerName: review.reviewerName,
    implementer: change?.implementer ?? null,
    requester: change?.requester ?? null,
    approver: change?.approver ?? null,
  }
  return maskNames(text, await listPeopleIn(ctx.db, text, parties))
}
