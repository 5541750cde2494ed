import { z } from 'zod'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { FilterQuery, pageOf, WholeList } from '#lib/contracts/pages.ts'
import { blockText, oneOf, RecordedDate, Timestamp } from '#lib/contracts/primitives.ts'
import { AuditId } from './audits.ts'
import { frameworkIds, requirementIds } from './values.ts'

const count = z.int().min(0)
const list = z.string().describe('URL of the page with these changes; null where there is none').nullable()
const ControlNote = blockText(4000)

export const Control = z
  .object({
    id: oneOf(requirementIds).describe('Identifier of the requirement'),
    framework: oneOf(frameworkIds).describe('The text that asks for it'),
    ref: z.string().describe('Where it stands in the text'),
    citation: z.string().describe('The text and the place, in short'),
    asks: z.string().describe('What the text asks for, in our words'),
    answer: z.string().describe('What Hindsight holds about it'),
    applies: z.string().nullable().describe('The closed changes that it applies to, a filter; null for all'),
    evidence: z
      .string()
      .nullable()
      .describe('Those of them whose records show it, a filter; null where no field shows it'),
    note: z.string().nullable().describe('What the organisation does besides'),
    fault: z.string().nullable().describe('Why the filters cannot be read; null if they can'),
    applies_count: count.describe('Closed changes of the period that it applies to'),
    shown_count: count.describe('Those of them whose records show it; 0 where no field shows it'),
    applies_list: list,
    shown_list: list,
    missing_list: list,
    updated_by: z.string().nullable().describe('Who edited it last; null for what Hindsight proposes'),
    updated_at: Timestamp.nullable().describe('When it was last edited'),
  })
  .meta({ id: 'Control' })
export type Control = z.infer<typeof Control>

export const ControlEdit = z.strictObject({
  applies: FilterQuery.nullable().describe('null for all closed changes'),
  evidence: FilterQuery.nullable().describe('null where no field shows it'),
  note: ControlNote.nullable().describe('null for none'),
})
export type ControlEdit = z.infer<typeof ControlEdit>

const managers = endpointsFor('Controls', { role: 'manager' })
const people = endpointsFor('Controls', { role: 'manager', onlyPeople: true })
const managersAudits = endpointsFor('Audits', { role: 'manager' })

export const listControls = managers.get('listControls', '/controls', {
  summary: 'List what laws, standards and frameworks ask for, and which changes of a period show it',
  description:
    'A requirement counts the closed changes whose work ended in the period. A count says that fields are there, not that the requirement is met.',
  query: z
    .strictObject({
      from: RecordedDate.optional().describe('First day on which a change ended. Default: a year before `to`'),
      to: RecordedDate.optional().describe('Last day on which a change ended. Default: today'),
      ...pageOf('Rows', 100, 100),
      ...WholeList,
    })
    .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      path: ['from'],
      error: 'must not be after to',
    }),
  response: z.object({ result: z.array(Control), total_count: count }),
  examples: {
    query: { from: '2026-01-01', to: '2026-06-30' },
  },
})

export const updateControl = people.put('updateControl', '/controls/{id}', {
  params: z.object({ id: oneOf(requirementIds).describe('Identifier of the requirement') }),
  body: ControlEdit,
  response: ControlEdit,
  errors: [],
})

export const getControlLibrary = managers.get('getControlLibrary', '/controls.yaml', {
  summary: 'Get the requirements and what shows them as a library of CISO Assistant',
  description: 'YAML. Requirements are in our words; what shows them is their typical evidence.',
  file: ['application/yaml'],
  examples: { response: 'urn: urn:hindsight:risk:library:change-review\n…' },
})

export const getAssessmentResults = managersAudits.get('getAssessmentResults', '/audits/{id}/assessment-results', {
  summary: 'Get the result of an audit as OSCAL assessment results',
  description:
    'JSON, OSCAL 1.2.1: an observation for each drawn change, and a finding for each requirement over the drawn changes.',
  params: AuditId,
  file: ['application/oscal+json'],
  examples: {
    params: { id: 'aud_01jd' },
    response: '{"assessment-results": {"uuid": "5d2e66b1-2d7b-5c3a-9c53-7d1f0c2a9b11"}}',
  },
})
