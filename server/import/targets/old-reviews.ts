import { z } from 'zod'
import { ChangeRecord } from '#lib/contracts/changes.ts'
import { identifier, oneOf, text } from '#lib/contracts/primitives.ts'
import { reviewOutcomes } from '#lib/contracts/record-values.ts'
import { readChangeNumber } from '#server/import/cells/change-number.ts'
import { readDay } from '#server/import/cells/moment.ts'
import { readText } from '#server/import/cells/text.ts'
import { createWordReader, reviewOutcomeWords } from '#server/import/cells/vocabulary.ts'
import { changes as table } from '#server/schema/changes.ts'
import { defineTarget, type TargetFields } from './target.ts'

/** Later imports do not overwrite what a review wrote. */
const reviewField = { isKeptWhenEdited: true, isReviewField: true } as const

const fields = {
  number: {
    read: readChangeNumber,
    guesses: ['change_number', 'change', 'change_request', 'related_change', 'rfc', 'number'],
    isRequired: true,
    limit: identifier(64),
    column: table.number,
  },
  pir_outcome: {
    read: createWordReader(reviewOutcomeWords),
    guesses: ['pir_outcome', 'review_outcome', 'outcome', 'result', 'conclusion'],
    isRequired: true,
    limit: oneOf(reviewOutcomes),
    column: { column: table.pirOutcome, ...reviewField, isInHistory: true },
  },
  pir_reference: {
    read: readText,
    guesses: ['pir_reference', 'reference', 'pir_number', 'pir', 'review_number', 'review'],
    limit: text(64).nullable().default(null),
    column: { column: table.pirReference, ...reviewField },
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
    column: { column: table.pirDate, ...reviewField },
  },
} as const satisfies TargetFields

/** Columns of the stub that is created for an unknown change; an existing change keeps its values. */
const stubOnly = { from: [] }

/** Results of reviews from another tool, which become review fields of their changes. */
export const oldReviews = defineTarget({
  entity: 'reviews',
  table,
  key: 'number',
  fields,
  exported: ChangeRecord,
  complete: (row) => row,
  columns: [
    { column: table.pirCompleted, from: ['pir_outcome'], ...reviewField, value: () => true },
    { column: table.title, ...stubOnly, value: ({ number }) => `Unknown change ${number}` },
    { column: table.state, ...stubOnly, value: () => 'closed' },
    { column: table.type, ...stubOnly, value: () => 'normal' },
    { column: table.affectedServices, ...stubOnly, value: () => [] },
    { column: table.isStub, ...stubOnly, value: () => true },
  ],
  historyName: 'change',
})
