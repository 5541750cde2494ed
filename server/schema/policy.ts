import { boolean, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { PolicyConditions, RuleAssignment } from '#lib/contracts/app/policy.ts'
import type { OwedReason } from '#lib/contracts/app/review-forms.ts'
import type { reviewFormKinds } from '#lib/contracts/app/review-values.ts'
import type { CheckAudience, CheckDefinition } from '#lib/review/questions/checks.ts'
import { codePointText, json, moment } from './columns.ts'

/** Rules of the policy: a change owes a review for each active rule whose conditions all hold. */
export const policyRules = pgTable('policy_rules', {
  id: codePointText('id').primaryKey(),
  position: integer('position').notNull(),
  name: text('name').notNull(),
  isActive: boolean('is_active').notNull(),
  conditions: json('conditions').$type<PolicyConditions>().notNull(),
  form: codePointText('form').$type<(typeof reviewFormKinds)[number]>().notNull(),
  dueBusinessDays: integer('due_business_days').notNull(),
  needsSignOff: boolean('needs_sign_off').notNull(),
  assignment: json('assignment').$type<RuleAssignment>().notNull(),
  origin: text('origin').notNull(),
  version: integer('version').notNull().default(1),
  updatedAt: moment('updated_at').notNull(),
  updatedBy: text('updated_by').notNull(),
})

/** The policy decision on a change. Later changes of a rule do not alter it. */
export const policyDecisions = pgTable(
  'policy_decisions',
  {
    changeNumber: codePointText('change_number').primaryKey(),
    isOwed: boolean('is_owed').notNull(),
    isSampled: boolean('is_sampled').notNull(),
    reasons: json('reasons').$type<OwedReason[]>().notNull(),
    form: codePointText('form').$type<(typeof reviewFormKinds)[number]>(),
    dueOn: date('due_on', { mode: 'string' }),
    assignee: codePointText('assignee'),
    /** The way in which the assignee was chosen, in words. */
    assignedThrough: text('assigned_through'),
    decidedAt: moment('decided_at').notNull(),
    origin: text('origin').notNull(),
  },
  (table) => [index('policy_decisions_decided_at').on(table.decidedAt)],
)

/** Groups that share reviews in turn. `last` is the e-mail address of the reviewer assigned most recently. */
export const reviewerGroups = pgTable('reviewer_groups', {
  id: codePointText('id').primaryKey(),
  name: text('name').notNull(),
  members: text('members').array().notNull(),
  last: codePointText('last'),
  origin: text('origin').notNull(),
  version: integer('version').notNull().default(1),
})

/** Reviewers of the changes of a service, by e-mail address. */
export const serviceReviewers = pgTable('service_reviewers', {
  service: codePointText('service').primaryKey(),
  reviewer: codePointText('reviewer').notNull(),
  origin: text('origin').notNull(),
})

/** What may contribute to a failure. Reviews store the name, so that an old answer keeps its words. */
export const contributingFactors = pgTable('contributing_factors', {
  name: codePointText('name').primaryKey(),
  origin: text('origin').notNull(),
})

/** The wordings of the checks. None is ever changed or deleted: an edit adds the next version, and answers name theirs. */
export const checkWordings = pgTable(
  'check_wordings',
  {
    checkId: codePointText('check_id').notNull(),
    version: integer('version').notNull(),
    wording: text('wording').notNull(),
    kind: codePointText('kind').$type<CheckDefinition['kind']>().notNull(),
    options: text('options').array().notNull(),
    /** The answer that is as it should be; null if there is none. */
    expected: text('expected'),
  },
  (table) => [primaryKey({ columns: [table.checkId, table.version] })],
)

/** The checks: questions that managers add, in their order, with the changes whose reviews ask them. */
export const reviewChecks = pgTable('review_checks', {
  id: codePointText('id').primaryKey(),
  position: integer('position').notNull(),
  wordingVersion: integer('wording_version').notNull(),
  askedOf: codePointText('asked_of').$type<CheckAudience>().notNull().default('reviewer'),
  /** The changes, in the filter language; null for all. */
  filter: text('filter'),
  isRequired: boolean('is_required').notNull(),
  isActive: boolean('is_active').notNull(),
  origin: text('origin').notNull(),
  version: integer('version').notNull().default(1),
})

/** Holidays: days off besides Saturdays and Sundays. */
export const holidays = pgTable('holidays', {
  day: date('day', { mode: 'string' }).primaryKey(),
  name: text('name').notNull(),
  origin: text('origin').notNull(),
})
