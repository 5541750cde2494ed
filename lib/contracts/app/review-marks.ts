import { z } from 'zod'
import { ReviewOutcome } from '#lib/contracts/changes.ts'
import { CalendarDate, oneOf, Timestamp } from '#lib/contracts/primitives.ts'
import { reviewReturnKinds, reviewSteps } from './review-values.ts'

/** Review fields of the change that a token set to submit the review, or after its completion in the pages. */
export const ApiWrite = z.object({
  at: Timestamp.describe('When the last of them was written'),
  by: z.string().describe('Name of the token'),
  pir_outcome: ReviewOutcome.nullable().optional().describe('New value; absent when not set'),
  pir_reference: z.string().nullable().optional().describe('New value; absent when not set'),
  pir_date: CalendarDate.nullable().optional().describe('New value; absent when not set'),
})

export const ReviewReturn = z.object({
  kind: oneOf(reviewReturnKinds).describe('`returned` instead of signed off, or `reopened` after its completion'),
  at: Timestamp.describe('When'),
  by: z.string().describe('Name of the person who did it'),
  reason: z.string().describe('Why'),
  step: oneOf(reviewSteps).optional().describe('Step that the reason is about; absent for the whole review'),
})

export const WaiverRequest = z.object({
  at: Timestamp.describe('When'),
  by: z.string().describe('Name of the manager who requested it'),
  email: z.string().describe('E-mail address of that manager'),
  reason: z.string().describe('Why'),
})
