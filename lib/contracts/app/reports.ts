import { z } from 'zod'
import { ChangeNumber } from '#lib/contracts/changes.ts'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { CalendarDate } from '#lib/contracts/primitives.ts'

const Pdf = z.string()
const examplePdf = '%PDF-1.3 …'

export const getReviewReport = endpoint({
  ...route('getReviewReport', 'Reviews', 'GET', '/api/app/v1/changes/{number}/report.pdf'),
  summary: 'Get the report of a review as a PDF',
  description: 'Times are those of the zone of the caller. A character that the PDF cannot show is replaced by \ufffd.',
  access: { role: 'viewer' },
  quota: 'bulk',
  params: ChangeNumber,
  file: ['application/pdf'],
  response: Pdf,
  errors: ['not_found'],
  examples: { params: { number: 'CHG0000042' }, response: examplePdf },
})

export const getWeeklyPack = endpoint({
  ...route('getWeeklyPack', 'Insights', 'GET', '/api/app/v1/insights/weekly.pdf'),
  summary: 'Get the weekly pack for a change advisory board as a PDF',
  description:
    'Overdue reviews, failed changes, outcomes chosen against the evidence, waived reviews and published lessons of a week from Monday to Sunday, in the time zone of the organisation.',
  access: { role: 'viewer' },
  quota: 'bulk',
  query: z.strictObject({
    week: CalendarDate.refine((day) => day >= '1900-01-08' && day <= '2999-12-24', {
      error: 'must be in the years 1900 to 2999',
    })
      .optional()
      .describe('A day of the week. Default: the last complete week'),
  }),
  file: ['application/pdf'],
  response: Pdf,
  examples: { query: { week: '2026-03-02' }, response: examplePdf },
})
