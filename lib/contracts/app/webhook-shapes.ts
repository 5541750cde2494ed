import { z } from 'zod'
import { Timestamp, whole } from '#lib/contracts/primitives.ts'

const hour = whole(0, 23)
export const QuietHours = z
  .strictObject({
    days: z
      .array(whole(1, 7), { error: 'must be a list of days, from 1 for Monday to 7 for Sunday' })
      .max(7, { error: 'must have each day at most once' })
      .describe('Days of the week on which nothing is sent, 1 for Monday to 7 for Sunday'),
    from: hour.describe('Hour from which nothing is sent on every day'),
    until: hour.describe('Hour from which messages are sent again; the same as `from` for no such hours'),
  })
  .refine(({ days }) => new Set(days).size < 7, { error: 'must leave a day for messages', path: ['days'] })
  .meta({ id: 'QuietHours', description: 'When messages wait, in the time zone of the organisation' })
export type QuietHours = z.infer<typeof QuietHours>

/** One request with its response; its body is the body of the delivery. */
export const Attempt = z.object({
  at: Timestamp.describe('When it was sent'),
  duration_ms: z.int().min(0).describe('Milliseconds until the response, or until it failed'),
  headers: z.record(z.string(), z.string()).describe('Headers of the request'),
  response: z
    .object({ status: z.int(), body: z.string().describe('The beginning of the body') })
    .nullable()
    .describe('Null when nothing came back'),
  error: z.string().nullable().describe('Why it counts as failed; null after a success'),
})
export type Attempt = z.infer<typeof Attempt>
