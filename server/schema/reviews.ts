import { type SQL, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  type PgColumn,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { QueueEntry } from '#lib/contracts/app/queue.ts'
import type { QuestionKind, ReplyAnswer, ReplyChannel } from '#lib/contracts/app/review-discussion.ts'
import type {
  OwedReason,
  ReviewField,
  ReviewReturn,
  ReviewStep,
  WaiverRequest,
} from '#lib/contracts/app/review-forms.ts'
import type {
  completionWays,
  RecordedPartKind,
  reviewFormKinds,
  reviewStatuses,
} from '#lib/contracts/app/review-values.ts'
import type { ReviewSnapshot } from '#lib/contracts/app/review-versions.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { SecondLook } from '#lib/contracts/app/second-looks.ts'
import type { ReviewOutcome } from '#lib/contracts/changes.ts'
import type { CheckEntry } from '#lib/review/questions/checks.ts'
import { changes } from './changes.ts'
import { bytes, codePointText, json, moment, trigrams, versionedTimes } from './columns.ts'

/** One review for each change. Its reference is assigned when the policy opens it, or when a person starts it. */
export const reviews = pgTable(
  'reviews',
  {
    reference: codePointText('reference').primaryKey(),
    changeNumber: codePointText('change_number').notNull(),
    status: codePointText('status').$type<(typeof reviewStatuses)[number]>().notNull(),
    /** E-mail address; null while nobody is assigned. */
    reviewer: codePointText('reviewer'),
    reviewerName: text('reviewer_name'),
    form: codePointText('form').$type<(typeof reviewFormKinds)[number]>().notNull().default('full'),
    /** The policy's reasons why it is owed; empty for a review that a person started by choice. */
    reasons: json('reasons').$type<OwedReason[]>().notNull().default([]),
    dueOn: date('due_on', { mode: 'string' }),
    /** The due date before it was first extended or reopened; null if the due date never moved. */
    firstDueOn: date('first_due_on', { mode: 'string' }),
    /** Number of extensions of its due date. */
    extensions: integer('extensions').notNull().default(0),
    needsSignOff: boolean('needs_sign_off').notNull().default(false),
    startedAt: moment('started_at'),
    /** Time of the submission for sign-off, and the e-mail address of the submitter. */
    submittedAt: moment('submitted_at'),
    submittedBy: codePointText('submitted_by'),
    signedOffAt: moment('signed_off_at'),
    /** Name of the person who signed it off. */
    signedOffBy: text('signed_off_by'),
    completedAt: moment('completed_at'),
    completedBy: text('completed_by'),
    /** The way of its completion: in the pages (`review`) or by a write token (`api`); null while it is open. */
    completedThrough: codePointText('completed_through').$type<(typeof completionWays)[number]>(),
    /** Review fields of the change that a write token has set since completion; null without any. */
    setThroughApi: json('set_through_api').$type<NonNullable<Review['set_through_api']>>(),
    /** E-mail addresses of everyone who ever changed an answer. */
    writers: text('writers').array().notNull().default(sql`'{}'`),
    /** The implementer’s e-mail address, stated by a manager at sign-off; null where the change names a person. */
    implementer: codePointText('implementer'),
    /** The outcome that the evidence suggested at completion; a different choice overrides the proposal. */
    proposedOutcome: codePointText('proposed_outcome').$type<ReviewOutcome>(),
    /** The contributing factors that it named at its last completion. */
    factors: text('factors').array().notNull().default([]),
    /** The checks that it was asked until its last completion, with their answers: see `listCheckTags`. */
    checks: text('checks').array().notNull().default([]),
    /**
     * The reason why it went back to its reviewer, returned or reopened; null once it is submitted or completed again.
     */
    returned: json('returned').$type<ReviewReturn>(),
    /** Time, author and reason of the waiver; the author is null for a change that was cancelled. */
    waivedAt: moment('waived_at'),
    waivedBy: text('waived_by'),
    waiveReason: text('waive_reason'),
    /** The waiver that waits for confirmation or was confirmed; null without one. */
    waiverRequest: json('waiver_request').$type<WaiverRequest>(),
    /** Number of completions, which is the number of its versions. */
    completions: integer('completions').notNull().default(0),
    remindedAt: moment('reminded_at'),
    /** Day on which its result is looked at again, by the rule at its completion; null for never. */
    secondLookOn: date('second_look_on', { mode: 'string' }),
    /** Time at which reviewer and requester were asked for it. */
    secondLookAskedAt: moment('second_look_asked_at'),
    secondLook: json('second_look').$type<SecondLook>(),
    origin: text('origin').notNull(),
    ...versionedTimes,
  },
  (table) => [
    uniqueIndex('reviews_change_number').on(table.changeNumber),
    index('reviews_reference_text').using('gin', trigrams(table.reference)),
    index('reviews_reviewer').on(table.reviewer, table.status),
    index('reviews_status').on(table.status, table.dueOn),
    index('reviews_completed_at').on(table.completedAt),
    index('reviews_with_factors').on(table.changeNumber).where(sql`factors <> '{}'`),
    index('reviews_second_look').on(table.secondLookOn).where(sql`second_look is null and status = 'completed'`),
    index('reviews_waived_at').on(table.waivedAt).where(sql`status = 'waived'`),
    index('reviews_by_status').on(statusOrNone(table.status), table.dueOn),
    // Includes the plain date, so that PostgreSQL can use an index-only scan.
    index('reviews_by_due').on(dueOrNever(table.dueOn), table.changeNumber, table.dueOn),
    index('reviews_open')
      .on(dueOrNever(table.dueOn), table.changeNumber, table.dueOn, table.reviewer)
      .where(sql`status <> 'completed'`),
  ],
)

/** The condition for reviews with open work; it implies the condition of their partial index. */
export const isOpenReview: SQL = sql`(${reviews.status} <> 'completed' and ${reviews.status} <> 'waived')`

/**
 * The definition of *open* in lists, counts and figures, for reviews joined with their change: a review has open work
 * until it is completed or waived, so also while it waits for sign-off. A cancelled change owes none, and one known only
 * by its number does not count.
 */
export const countsAsOpen: SQL = sql`(${isOpenReview} and ${changes.state} <> 'canceled' and not ${changes.isStub})`

/** True if the current due date of an open review has passed; due today is not overdue. */
export const isOverdueOn = (day: unknown): SQL => sql`coalesce(${reviews.dueOn} < ${day}::date, false)`

/** Sort key for the due date; reviews without one come last. */
export function dueOrNever(dueOn: PgColumn): SQL {
  return sql`coalesce(${dueOn}, 'infinity'::date)`
}

/** The status of a review, `none` without a review. */
export function statusOrNone(status: PgColumn): SQL<QueueEntry['review_status']> {
  return sql<QueueEntry['review_status']>`coalesce(${status}, 'none')`
}

/**
 * Who took part in a change or its review. A row is written in the transaction of the act, and never changed or deleted
 * while its change exists, which a trigger enforces: an erasure replaces `person` and empties `names`, a renumbering
 * moves `change_number`.
 */
export const reviewParts = pgTable(
  'review_parts',
  {
    /** The order of the acts: a statement covers the implementers named before it. */
    position: bigint('position', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    changeNumber: codePointText('change_number').notNull(),
    kind: codePointText('kind').$type<RecordedPartKind>().notNull(),
    /** E-mail address; for an implementer, the text by which the change names them. */
    person: codePointText('person').notNull(),
    /** Identifiers of the accounts that were the same person, or that the text may have meant, when it was written. */
    accounts: text('accounts').array().notNull(),
    /** Names of the person then and before, by which a later account is theirs too. */
    names: text('names').array().notNull(),
    since: moment('since').notNull(),
  },
  (table) => [
    index('review_parts_change').on(table.changeNumber, table.position),
    uniqueIndex('review_parts_once').on(table.changeNumber, table.kind, table.person).where(sql`kind <> 'stated'`),
  ],
)

/** The saved form of each step, with its own version to detect two editors. */
export const reviewSteps = pgTable(
  'review_steps',
  {
    reference: codePointText('reference').notNull(),
    step: codePointText('step').$type<ReviewStep>().notNull(),
    form: json('form').$type<Record<string, unknown>>().notNull(),
    version: integer('version').notNull(),
    savedAt: moment('saved_at').notNull(),
    savedBy: text('saved_by').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.reference, table.step] }),
    index('review_steps_incidents').using('gin', decidedIncidents(table.form)).where(sql`step = 'incidents'`),
  ],
)

/** The numbers of the incidents that an incidents form decided about, as a JSON array. */
export function decidedIncidents(form: PgColumn): SQL {
  return sql`jsonb_path_query_array(${form}::jsonb, '$.decisions[*].incident')`
}

/** A snapshot of the review at each completion, and the reason of its reopening. Never changed once written. */
export const reviewVersions = pgTable(
  'review_versions',
  {
    reference: codePointText('reference').notNull(),
    /** 1 for the first completion. */
    number: integer('number').notNull(),
    completedAt: moment('completed_at').notNull(),
    completedBy: text('completed_by').notNull(),
    signedOffBy: text('signed_off_by'),
    outcome: codePointText('outcome').$type<ReviewOutcome>().notNull(),
    /** The forms of its steps and its improvements at that time. */
    snapshot: json('snapshot').$type<ReviewSnapshot>().notNull(),
    reopenedAt: moment('reopened_at'),
    reopenedBy: text('reopened_by'),
    reopenReason: text('reopen_reason'),
  },
  (table) => [primaryKey({ columns: [table.reference, table.number] })],
)

/** Comments on a review. `mentions` holds e-mail addresses. */
export const reviewComments = pgTable(
  'review_comments',
  {
    id: codePointText('id').primaryKey(),
    reference: codePointText('reference').notNull(),
    /** The commented field of the review; null for the whole review. */
    field: codePointText('field').$type<ReviewField>(),
    author: codePointText('author').notNull(),
    authorName: text('author_name').notNull(),
    body: text('body').notNull(),
    mentions: text('mentions').array().notNull(),
    createdAt: moment('created_at').notNull(),
    editedAt: moment('edited_at'),
    deletedAt: moment('deleted_at'),
  },
  (table) => [index('review_comments_reference').on(table.reference, table.createdAt)],
)

/** Files with evidence for a step of a review, a comment on it or an improvement action. */
export const attachments = pgTable(
  'attachments',
  {
    id: codePointText('id').primaryKey(),
    /** The reference of the review, for a step or a comment. */
    reference: codePointText('reference'),
    step: codePointText('step').$type<ReviewStep>(),
    commentId: codePointText('comment_id'),
    improvementId: codePointText('improvement_id'),
    name: text('name').notNull(),
    /** Media type, by the content. */
    type: codePointText('type').notNull(),
    /** Size in bytes. */
    size: bigint('size', { mode: 'number' }).notNull(),
    /** SHA-256 of the content, hexadecimal. */
    digest: codePointText('digest').notNull(),
    /** E-mail address. */
    uploadedBy: codePointText('uploaded_by').notNull(),
    uploadedByName: text('uploaded_by_name').notNull(),
    uploadedAt: moment('uploaded_at').notNull(),
    removedAt: moment('removed_at'),
    /** Time at which the retention deleted its content. */
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    index('attachments_reference').on(table.reference, table.uploadedAt),
    index('attachments_improvement').on(table.improvementId, table.uploadedAt),
    index('attachments_uploaded_at').on(table.uploadedAt),
  ],
)

/** The content of attachments, in parts of about 1 MB. */
export const attachmentParts = pgTable(
  'attachment_parts',
  {
    attachmentId: codePointText('attachment_id').notNull(),
    /** Position in the file, from 0. */
    ordinal: integer('ordinal').notNull(),
    content: bytes('content').notNull(),
    /** The account whose share of the space it takes; null if that was unknown when shares began. */
    uploader: codePointText('uploader'),
    storedAt: moment('stored_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.attachmentId, table.ordinal] }),
    index('attachment_parts_stored_at').on(table.storedAt),
  ],
)

/** Questions to the requester of a change, who replies by a link or signed in; only the SHA-256 of it is stored. */
export const requesterQuestions = pgTable(
  'requester_questions',
  {
    id: codePointText('id').primaryKey(),
    reference: codePointText('reference').notNull(),
    kind: codePointText('kind').$type<QuestionKind>().notNull().default('requester'),
    /** E-mail address of the requester or stakeholder. */
    requester: codePointText('requester').notNull(),
    question: text('question').notNull(),
    askedBy: codePointText('asked_by').notNull(),
    askedByName: text('asked_by_name').notNull(),
    askedAt: moment('asked_at').notNull(),
    secretHash: codePointText('secret_hash').notNull(),
    /** Of the link in the reminder; null before. */
    reminderSecretHash: codePointText('reminder_secret_hash'),
    expiresAt: moment('expires_at').notNull(),
    /** The checks that a stakeholder is asked, with their answers; empty for a requester. */
    checks: json('checks').$type<CheckEntry[]>().notNull().default([]),
    /** The checks as they are filtered and counted: see `listCheckTags`. */
    checkTags: text('check_tags').array().notNull().default([]),
    answer: codePointText('answer').$type<ReplyAnswer>(),
    remark: text('remark'),
    answeredAt: moment('answered_at'),
    /** The way in which the requester replied: by the link or signed in. */
    answeredThrough: codePointText('answered_through').$type<ReplyChannel>(),
  },
  (table) => [
    index('requester_questions_reference').on(table.reference),
    index('requester_questions_unanswered').on(sql`lower(${table.requester})`).where(sql`answered_at is null`),
    uniqueIndex('requester_questions_secret').on(table.secretHash),
    uniqueIndex('requester_questions_reminder_secret').on(table.reminderSecretHash),
  ],
)

/** The last number used in a series, such as the reviews of a year. */
export const counters = pgTable('counters', {
  series: codePointText('series').primaryKey(),
  last: integer('last').notNull(),
})

/** Saved views of list pages: a query string under a name. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: codePointText('id').primaryKey(),
    accountId: codePointText('account_id').notNull(),
    ownerName: text('owner_name').notNull(),
    page: codePointText('page').notNull(),
    name: text('name').notNull(),
    search: text('search').notNull(),
    isShared: boolean('is_shared').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('saved_views_page').on(table.page, table.accountId)],
)
