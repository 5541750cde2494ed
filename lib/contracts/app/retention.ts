import { z } from 'zod'
import { ChangeNumber } from '#lib/contracts/changes.ts'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { CalendarDate, text, wholeNumber } from '#lib/contracts/primitives.ts'
import { type RetentionSetting, retentionSettings } from './setting-definitions.ts'

const days = wholeNumber(1, 36_500)
  .optional()
  .describe('Days to try; without it the default of the setting, which for most is for ever')

const RetentionPreview = z
  .object({
    result: z.array(
      z.object({
        setting: z.enum(retentionSettings as [RetentionSetting, ...RetentionSetting[]]),
        records: z.int().describe('Records that would be deleted'),
        of: z.int().describe('All records of the kind'),
        until: CalendarDate.describe('Day of the organisation up to which they would be deleted'),
      }),
    ),
  })
  .meta({ id: 'RetentionPreview' })
export type RetentionPreview = z.infer<typeof RetentionPreview>

export const previewRetention = endpoint({
  ...route('previewRetention', 'Settings', 'GET', '/api/app/v1/settings/retention'),
  summary: 'Count what a retention would delete',
  description: 'For days that are not saved yet. The deletion cannot be undone.',
  access: { role: 'admin' },
  query: z.strictObject(
    Object.fromEntries(retentionSettings.map((setting) => [setting, days])) as Record<RetentionSetting, typeof days>,
  ),
  response: RetentionPreview,
  examples: {
    query: { mail_retention_days: '30', attachment_retention_days: '365' },
    response: {
      result: [
        { setting: 'mail_retention_days', records: 120, of: 340, until: '2026-02-08' },
        { setting: 'attachment_retention_days', records: 3, of: 52, until: '2025-03-10' },
      ],
    },
  },
})

export const setLegalHold = endpoint({
  ...route('setLegalHold', 'Changes', 'POST', '/api/app/v1/changes/{number}/legal-hold'),
  access: { role: 'manager', onlyPeople: true },
  params: ChangeNumber,
  body: z.strictObject({
    is_held: z.boolean({ error: 'must be true or false' }),
    reason: text(2000),
  }),
  response: z.null(),
  status: 204,
  errors: ['not_found', 'conflict'],
})
