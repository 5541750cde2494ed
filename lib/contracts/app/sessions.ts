import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { Timestamp } from '#lib/contracts/primitives.ts'

const Session = z.object({
  id: z.string(),
  browser: z.string().nullable(),
  address: z.string().nullable(),
  started_at: Timestamp,
  seen_at: Timestamp,
  is_current: z.boolean(),
})
export type Session = z.infer<typeof Session>

const Proof = z.strictObject({
  current_password: z.string({ error: 'must be text' }).max(256).optional(),
})

export const listMySessions = endpoint({
  ...route('listMySessions', 'Sessions', 'GET', '/api/app/v1/sessions'),
  access: { role: 'viewer', onlyPeople: true },
  response: z.object({
    result: z.array(Session),
    total_count: z.int().min(0),
    needs_password: z.boolean(),
  }),
})

export const endMySession = endpoint({
  ...route('endMySession', 'Sessions', 'POST', '/api/app/v1/sessions/{id}/ending'),
  access: { role: 'viewer', onlyPeople: true },
  params: z.object({ id: z.string().min(1).max(64) }),
  body: Proof,
  response: z.null(),
  status: 204,
  errors: ['not_found'],
})

export const endMyOtherSessions = endpoint({
  ...route('endMyOtherSessions', 'Sessions', 'POST', '/api/app/v1/sessions/endings'),
  access: { role: 'viewer', onlyPeople: true },
  body: Proof,
  response: z.null(),
  status: 204,
})
