import { z } from 'zod'
import {
  ChangeNumber,
  ChangeRecord,
  ChangeState,
  changeRisks,
  changeTypes,
  Document,
  exampleChange,
} from './changes.ts'
import * as clientRoutes from './client-routes.ts'
import { endpoint } from './endpoint.ts'
import { blockText, identifier, lineText, oneOf, RecordedTimestamp } from './primitives.ts'
import { closeCodes } from './record-values.ts'

/** The limits of the fields of a change that the system of record writes, through the API or an import. */
export const changeRules = {
  title: lineText(1000),
  state: ChangeState,
  type: oneOf(changeTypes),
  risk: oneOf(changeRisks),
  affected_services: z
    .array(lineText(200))
    .max(100, { error: 'must have at most 100 entries' })
    .overwrite((services) => [...new Set(services)]),
  implementation_plan: Document,
  risk_assessment: Document,
  backout_plan: Document,
  assigned_to: lineText(254),
  requested_by: lineText(254),
  assignment_group: lineText(254),
  close_code: oneOf(closeCodes),
  close_notes: blockText(10_000),
  is_unauthorized: z.boolean({ error: 'must be true, false or null' }),
}

/** The fields of a change as its system of record sends them. */
export const ChangeWrite = z
  .strictObject({
    title: changeRules.title.describe('What is changed, in a line; required for a new change'),
    state: changeRules.state.describe('Current status of the change; required for a new change'),
    type: changeRules.type.nullable().describe('Type of change; null means normal'),
    risk: changeRules.risk.nullable().describe('Rated risk'),
    affected_services: changeRules.affected_services.nullable().describe('Services that the change touches'),
    implementation_plan: changeRules.implementation_plan.nullable().describe('How it is carried out'),
    risk_assessment: changeRules.risk_assessment.nullable().describe('What may go wrong'),
    backout_plan: changeRules.backout_plan.nullable().describe('How it is rolled back'),
    planned_start: RecordedTimestamp.nullable().describe('Start of the planned window'),
    planned_end: RecordedTimestamp.nullable().describe('End of the planned window'),
    actual_start: RecordedTimestamp.nullable().describe('When work began'),
    actual_end: RecordedTimestamp.nullable().describe('When work ended'),
    assigned_to: changeRules.assigned_to
      .nullable()
      .describe('The implementer: e-mail address, user name, employee number or full name'),
    requested_by: changeRules.requested_by.nullable().describe('The requester, named in the same ways'),
    assignment_group: changeRules.assignment_group.nullable().describe('Group of the implementer'),
    close_code: changeRules.close_code.nullable().describe('How the implementation ended'),
    close_notes: changeRules.close_notes.nullable().describe('Notes written when it was closed'),
    is_unauthorized: changeRules.is_unauthorized
      .nullable()
      .describe('Whether it was implemented without authorization; null means false'),
  })
  .partial()
  .meta({ id: 'ChangeWrite' })
export type ChangeWrite = z.infer<typeof ChangeWrite>

const WrittenChange = z.object({ number: identifier(64).describe('Change identifier') })

export const putChange = endpoint({
  ...clientRoutes.putChange,
  summary: 'Create or update a change',
  description:
    'For the system of record. A field that is present is written, one that is absent keeps its value, null clears it. ' +
    'A new change needs `title` and `state`, and so does a stub, which becomes a whole change. ' +
    'A name of a person that the directory knows becomes the e-mail address; another text is stored as it is. ' +
    'A change that enters review gets its review at once if the policy requires one. ' +
    'A record that stays the same is not written: no history entry, same `ETag`. ' +
    'The review fields are written by PATCH.',
  access: { system: 'itsm', scope: 'write', role: 'manager' },
  params: WrittenChange,
  body: ChangeWrite,
  response: ChangeRecord,
  creates: true,
  versioned: true,
  examples: {
    params: { number: 'CHG0000042' },
    body: {
      title: exampleChange.title,
      state: 'review',
      type: 'normal',
      risk: 'high',
      affected_services: exampleChange.affected_services,
      planned_start: exampleChange.planned_start,
      planned_end: exampleChange.planned_end,
      actual_start: exampleChange.actual_start,
      actual_end: exampleChange.actual_end,
      assigned_to: 'tomas.lind@hindsight.example',
      close_code: 'successful_with_issues',
      close_notes: exampleChange.close_notes,
    },
    response: exampleChange,
  },
})

export const deleteChange = endpoint({
  ...clientRoutes.deleteChange,
  summary: 'Delete a stub',
  description:
    'A stub is a change that exists only because an incident named it. A whole change cannot be deleted, nor a stub ' +
    'that an incident, a review or an article still names: the response is 409 and says by what. The history keeps it.',
  access: { system: 'itsm', scope: 'write', role: 'manager' },
  params: ChangeNumber,
  response: z.null(),
  status: 204,
  errors: ['not_found', 'conflict'],
  versioned: true,
  examples: { params: { number: 'CHG0000042' } },
})
