import { z } from 'zod'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { Timestamp, text } from '#lib/contracts/primitives.ts'
import { examplePdf } from './changes.ts'

const Quarter = z
  .string()
  .regex(/^(?:19|2\d)\d\d-Q[1-4]$/, { error: 'must be a quarter such as 2026-Q3' })
  .describe('The quarter, such as `2026-Q3`')
const InQuarter = z.object({ quarter: Quarter })
/** The query of the page of a quarter. */
export const QuarterQuery = InQuarter.partial()

export const Conclusion = z
  .object({
    quarter: Quarter,
    edition: z.int().min(1).describe('1 for the first; what is written after a signature is the next edition'),
    text: z.string().describe('What managers conclude, as Markdown'),
    written_by: z.string().describe('E-mail address of the manager who wrote it last'),
    written_by_name: z.string().nullable(),
    written_at: Timestamp.describe('When the text and the figures above it were stored'),
    signed_by: z.string().nullable().describe('E-mail address of the manager who signed it; null until then'),
    signed_by_name: z.string().nullable(),
    signed_at: Timestamp.nullable(),
    version: z.int().min(1).describe('Incremented by each write; determines the ETag'),
  })
  .meta({ id: 'Conclusion' })
export type Conclusion = z.infer<typeof Conclusion>

const viewers = endpointsFor('Insights', { role: 'viewer' })
const people = endpointsFor('Insights', { role: 'manager', onlyPeople: true })

export const listConclusions = viewers.get('listConclusions', '/insights/conclusions', {
  summary: 'List what managers concluded about each quarter, the latest first',
  description: 'The latest edition of each quarter, signed or not.',
  response: z.object({ result: z.array(Conclusion), total_count: z.int().min(0) }),
})

export const writeConclusion = people.put('writeConclusion', '/insights/quarters/{quarter}/conclusion', {
  params: InQuarter,
  body: z.strictObject({ text: text(20_000).describe('The conclusion, as Markdown') }),
  response: Conclusion,
  errors: ['conflict'],
  versioned: true,
})

export const signConclusion = people.post('signConclusion', '/insights/quarters/{quarter}/signature', {
  params: InQuarter,
  response: Conclusion,
  errors: ['not_found', 'conflict'],
  versioned: true,
})

export const getQuarterReport = viewers.get('getQuarterReport', '/insights/quarters/{quarter}/report.pdf', {
  summary: 'Get the figures of a quarter and what managers conclude from them as a PDF',
  description:
    'The figures are those on which the conclusion rests, as they were when it was written. Times are those of the zone of the caller.',
  quota: 'bulk',
  params: InQuarter,
  file: ['application/pdf'],
  examples: { params: { quarter: '2026-Q3' }, response: examplePdf },
})
