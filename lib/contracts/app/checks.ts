import { z } from 'zod'
import { change } from '#lib/contracts/changes.ts'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import type { FilterFields } from '#lib/contracts/filter-fields.ts'
import { Flag, lineText, oneOf, text } from '#lib/contracts/primitives.ts'
import { checkKinds, listExpectable } from '#lib/review/questions/checks.ts'

const option = lineText(100)

const definition = {
  wording: lineText(300).describe('The question'),
  kind: oneOf(checkKinds).describe('How it is answered'),
  options: z
    .array(option)
    .max(20, { error: 'must have at most 20 entries' })
    .refine((options) => new Set(options).size === options.length, { error: 'must not contain duplicates' })
    .describe('The answers of a choice; empty for other kinds'),
  expected: option.nullable().describe('The answer that is as it should be; null if there is none'),
}

/** The fields of a change that the filter of a check may name. */
export const checkFilterFields: FilterFields = {
  ...change.filterFields,
  assignment_group: { type: 'text', description: 'Team that implements it' },
  has_incident: { type: 'boolean', description: 'An incident names it, or its review confirmed one' },
}

export const NewReviewCheck = z
  .strictObject({
    ...definition,
    asked_of: oneOf(['reviewer', 'stakeholder']).describe(
      'Whether the reviewer answers it, or stakeholders who are asked by mail',
    ),
    filter: text(2000).nullable().describe('The changes whose reviews ask it, in the filter language; null for all'),
    is_required: Flag.describe('Whether a review lacks something without an answer'),
    is_active: Flag.describe('Whether it is asked; at most 3 of stakeholders'),
  })
  .refine(({ kind, options }) => (kind === 'choice' ? options.length > 1 : options.length === 0), {
    path: ['options'],
    error: 'must have at least 2 entries for a choice, and none for another kind',
  })
  .refine((check) => !check.is_required || check.asked_of === 'reviewer', {
    path: ['is_required'],
    error: 'must be false if stakeholders are asked',
  })
  .refine((check) => check.expected === null || listExpectable(check).includes(check.expected), {
    path: ['expected'],
    error: 'must be one of the answers; only “yes or no” and a choice have one',
  })
export type NewReviewCheck = z.infer<typeof NewReviewCheck>

const id = z.string().min(1).max(64).describe('Identifier of the check, made of its first wording')

export const ReviewCheck = z
  .object({
    ...NewReviewCheck.shape,
    id,
    version: z.int().min(1).describe('Incremented by each write; determines the ETag'),
  })
  .meta({ id: 'ReviewCheck' })
export type ReviewCheck = z.infer<typeof ReviewCheck>

/** A check that a review asks. */
export const AskedCheck = z
  .object({
    check: id,
    version: z.int().min(1).describe('Version of its wording'),
    ...definition,
    is_required: NewReviewCheck.shape.is_required,
  })
  .meta({ id: 'AskedCheck' })

const OfCheck = z.object({ id })

const reviewers = endpointsFor('Policy', { role: 'reviewer' })
const people = endpointsFor('Policy', { role: 'manager', onlyPeople: true })

export const listReviewChecks = reviewers.get('listReviewChecks', '/policy/checks', {
  summary: 'List the checks that reviews may ask, in their order',
  response: z.object({ result: z.array(ReviewCheck), total_count: z.int().min(0) }),
})

export const createReviewCheck = people.post('createReviewCheck', '/policy/checks', {
  body: NewReviewCheck,
  response: ReviewCheck,
  status: 201,
  versioned: true,
})

export const updateReviewCheck = people.put('updateReviewCheck', '/policy/checks/{id}', {
  params: OfCheck,
  body: NewReviewCheck,
  response: ReviewCheck,
  errors: ['not_found'],
  versioned: true,
})

export const deleteReviewCheck = people.delete('deleteReviewCheck', '/policy/checks/{id}', {
  params: OfCheck,
  errors: ['not_found'],
  versioned: true,
})
