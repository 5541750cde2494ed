import { z } from 'zod'
import { ChangeRecord } from '#lib/contracts/changes.ts'
import { identifier, oneOf, text } from '#lib/contracts/primitives.ts'
import { reviewOutcomes } from '#lib/contracts/record-values.ts'
import { changes as table } from '#server/schema/changes.ts'
import { readChangeNumber } from '../cells/change-number.ts'
import { readDay } from '../cells/moment.ts'
import { readText } from '../cells/text.ts'
import { reviewOutcomeWords, wordReader } from '../cells/vocabulary.ts'
import { defineTarget, type TargetFields } from './target.ts'

/** Later imports do not overwrite what a review wrote. */
const ofReview = { isKeptWhenEdited: true, isReviewField: true } as const

const fields = {
  number: {
    read: readChangeNumber,
    guesses: ['change_number', 'change', 'change_request', 'related_change', 'rfc', 'number'],
    isRequired: true,
    limit: identifier(64),
    column: table.number,
  },
  pir_outcome: {
    read: wordReader(reviewOutcomeWords),
    guesses: ['pir_outcome', 'review_outcome', 'outcome', 'result', 'conclusion'],
    isRequired: true,
    limit: oneOf(reviewOutcomes),
    column: { column: table.pirOutcome, ...ofReview, isInHistory: true },
  },
  pir_reference: {
    read: readText,
    guesses: ['pir_reference', 'reference', 'pir_number', 'pir', 'review_number', 'review'],
    limit: text(64).nullable().default(null),
    column: { column: table.pirReference, ...ofReview },
  },
  pir_date: {
    read: readDay,
    guesses: [
      'pir_date',
      'review_date',
      'reviewed_on',
      'reviewed_at',
      'completed_at',
      'completed',
      'closed_at',
      'date',
    ],
    isDate: true,
    limit: z.string().nullable().default(null),
    column: { column: table.pirDate, ...ofReview },
  },
} as const satisfies TargetFields

/** Columns of a change that nobody knew before, which becomes a stub; an existing change keeps its values. */
const ofStub = { from: [] }

/** Results of reviews that were made in another tool: they become review fields of their changes. */
export const oldReviews = defineTarget({
  entity: 'reviews',
  table,
  key: 'number',
  fields,
  exported: ChangeRecord,
  complete: (row) => row,
  columns: [
    { column: table.pirCompleted, from: ['pir_outcome'], ...ofReview, value: () => true },
    { column: table.title, ...ofStub, value: ({ number }) => `Unknown change ${number}` },
    { column: table.state, ...ofStub, value: () => 'closed' },
    { column: table.type, ...ofStub, value: () => 'normal' },
    { column: table.affectedServices, ...ofStub, value: () => [] },
    { column: table.isStub, ...ofStub, value: () => true },
  ],
  historyName: 'change',
})
