import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { CalendarDate, EmailAddress, oneOf, text } from '#lib/contracts/primitives.ts'

const leavingReasons = ['account_disabled', 'left_directory'] as const
const workKinds = ['review', 'action'] as const

export const LeaverWork = z.object({
  kind: oneOf(workKinds),
  id: z.string(),
  title: z.string(),
  change_number: z.string().nullable(),
  due_on: CalendarDate.nullable(),
})
export type LeaverWork = z.infer<typeof LeaverWork>

export const Leaver = z.object({
  email: z.string(),
  name: z.string().nullable(),
  reason: oneOf(leavingReasons),
  open_reviews: z.int().min(0),
  unfinished_actions: z.int().min(0),
  work: z.array(LeaverWork),
})
export type Leaver = z.infer<typeof Leaver>

const reassignment = z.object({
  kind: oneOf(workKinds),
  id: z.string(),
  title: z.string().nullable(),
  result: oneOf(['done', 'refused']),
  text: z.string().describe('What was done, or why not'),
})
export type Reassignment = z.infer<typeof reassignment>

export const listLeavers = endpoint({
  ...route('listLeavers', 'Accounts', 'GET', '/api/app/v1/leavers'),
  access: { role: 'manager', onlyPeople: true },
  response: z.object({ result: z.array(Leaver), total_count: z.int().min(0) }),
})

export const reassignWork = endpoint({
  ...route('reassignWork', 'Accounts', 'POST', '/api/app/v1/leavers/reassignments'),
  access: { role: 'manager', onlyPeople: true },
  body: z.strictObject({
    from: EmailAddress,
    to: EmailAddress,
    items: z
      .array(text(64))
      .min(1, { error: 'must name at least one record' })
      .max(500, { error: 'must name at most 500 records' })
      .optional(),
  }),
  response: z.object({ results: z.array(reassignment) }),
})
