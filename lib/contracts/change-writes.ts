import { z } from 'zod'
import { ChangeNumber, ChangeRecord, change, ReviewOutcome } from './changes.ts'
import { endpointsFor } from './endpoint.ts'
import { exampleMeasure, JudgedMeasures, maxMeasures, NewReading, StatedMeasure } from './measures.ts'
import { identifier, RecordedDate, text } from './primitives.ts'

/** The fields of a change that its system of record sends. */
export const ChangeWrite = change.writable
export type ChangeWrite = z.infer<typeof ChangeWrite>

const WrittenChange = z.object({ number: identifier(64).describe('Change identifier') })

const managingWriters = endpointsFor('Changes', { system: 'itsm', scope: 'write', role: 'manager' }, '/api/itsm/v1')
const writers = endpointsFor('Changes', { system: 'itsm', scope: 'write' }, '/api/itsm/v1')

export const putChange = managingWriters.put('putChange', '/changes/{number}', {
  summary: 'Create or update a change',
  description:
    'For the system of record. A field that is present is written, one that is absent keeps its value, null clears it. ' +
    'A new change needs `title` and `state`, and so does a stub, which becomes a whole change. ' +
    'A name of a person that the directory knows becomes the e-mail address; another text is stored as it is. ' +
    'A change that enters review gets its review at once if the policy requires one. ' +
    'A record that stays the same is not written: no history entry, same `ETag`. ' +
    'The review fields are written by PATCH.',
  params: WrittenChange,
  body: ChangeWrite,
  response: ChangeRecord,
  creates: true,
  versioned: true,
  examples: {
    body: change.sentExample,
  },
  errors: [],
})

/** The fields of the review that a client may write; null clears a value. */
export const ChangePatch = z
  .strictObject({
    pir_completed: z
      .boolean({ error: 'must be true, false or null' })
      .nullable()
      .describe('Whether the review is completed; null means false'),
    pir_reference: text(64).nullable().describe('Reference of the review, such as PIR-2026-0042'),
    pir_outcome: ReviewOutcome.nullable().describe('Overall assessment'),
    pir_date: RecordedDate.nullable().describe('Date of the review'),
  })
  .partial()
  .meta({ id: 'ChangePatch' })
export type ChangePatch = z.infer<typeof ChangePatch>

export const updateChange = writers.patch('updateChange', '/changes/{number}', {
  summary: 'Update the review fields of a change',
  description:
    'Accepts any of the four review fields, in any state of the change. null clears a value; `{}` changes nothing. ' +
    'Only for tokens: a browser session gets 409, with the page of the review that writes these fields. ' +
    '`pir_completed: true` completes an open review of the change through the API, on behalf of the token: ' +
    'it leaves the queue, and without a `pir_reference` the change gets its reference. ' +
    'The fields are always written, but where the review needs a sign-off it is not completed: it waits for the sign-off of a manager who took no part, who signs what the token wrote. The person who issued the token took part. A live change that needs a sign-off and has no review gets one, which waits in the same way. ' +
    '`pir_completed: false` or null reopens a completed or submitted review with its previous due date; its last version is preserved. ' +
    'Other fields that are set after a review was completed are shown with it as set through the API.',
  params: ChangeNumber,
  body: ChangePatch,
  bodyTypes: ['application/merge-patch+json'],
  response: ChangeRecord,
  errors: ['not_found', 'conflict'],
  versioned: true,
  examples: {
    body: {
      pir_completed: true,
      pir_reference: 'PIR-2026-0042',
      pir_outcome: 'successful_with_issues',
      pir_date: '2026-03-09',
    },
  },
})

export const deleteChange = managingWriters.delete('deleteChange', '/changes/{number}', {
  summary: 'Delete a stub',
  description:
    'A stub is a change that exists only because an incident named it. A whole change cannot be deleted, nor a stub ' +
    'that an incident, a review or an article still names: the response is 409 and says by what. The history keeps it.',
  params: ChangeNumber,
  errors: ['not_found', 'conflict'],
  versioned: true,
})

const readers = endpointsFor('Changes', { system: 'itsm', scope: 'read' }, '/api/itsm/v1')
/** Tokens, reviewers, and the implementer of the change. */
const planners = endpointsFor(
  'Changes',
  { system: 'itsm', scope: 'write', role: 'reviewer', orOwner: true },
  '/api/itsm/v1',
)

export const getMeasures = readers.get('getMeasures', '/changes/{number}/measures', {
  summary: 'Get the measures of a change',
  params: ChangeNumber,
  response: JudgedMeasures,
  versioned: true,
})

export const putMeasures = planners.put('putMeasures', '/changes/{number}/measures', {
  summary: 'State the measures of a change',
  description:
    `What the change promises in figures: up to ${maxMeasures}, before the work. The list is replaced as a whole; a ` +
    'measure whose `id` stays keeps its readings. Once the review is submitted, the measures stay as they are. ' +
    'The `ETag` is that of the change.',
  params: ChangeNumber,
  body: z
    .strictObject({
      measures: z.array(StatedMeasure).max(maxMeasures, { error: `must have at most ${maxMeasures} entries` }),
    })
    .meta({ id: 'StatedMeasures' }),
  response: JudgedMeasures,
  errors: ['not_found', 'conflict'],
  versioned: true,
  examples: {
    body: {
      measures: [{ name: exampleMeasure.name, unit: 'ms', better: 'lower', baseline: 420, target: 210, abort_if: 900 }],
    },
  },
})

export const addReading = planners.post('addReading', '/changes/{number}/measures/{id}/readings', {
  summary: 'Add a reading of a measure',
  description:
    'Also after the review: what a completed review judged stays as it was. The last reading after the work decides. ' +
    'A reading of the same `taken_at` and `source` is corrected.',
  params: ChangeNumber.extend({ id: z.string().min(1).max(64).describe('Identifier of the measure') }),
  body: NewReading,
  response: JudgedMeasures,
  status: 201,
  errors: ['not_found', 'conflict'],
  examples: { body: { value: 205, taken_at: '2026-03-02T08:00:00.000Z', source: 'Grafana, payments' } },
})
