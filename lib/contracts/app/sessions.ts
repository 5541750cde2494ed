import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { Timestamp } from '#lib/contracts/primitives.ts'

const Session = z
  .object({
    id: z.string().describe('Identifier of the session, to end it'),
    browser: z.string().nullable().describe('Name of the browser that signed in; null when unknown'),
    address: z.string().nullable().describe('The network address that it signed in from; null when not stored'),
    started_at: Timestamp.describe('When the person signed in'),
    seen_at: Timestamp.describe('When it was last used, exact to a minute'),
    is_current: z.boolean().describe('Whether it is the session of this request'),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof Session>

const Proof = z
  .strictObject({
    current_password: z
      .string({ error: 'must be text' })
      .max(256)
      .optional()
      .describe('The current password; not required for people who sign in with a provider'),
  })
  .meta({ id: 'SessionEnding' })

const exampleBody = { current_password: 'the rain in March' }

export const listMySessions = endpoint({
  ...route('listMySessions', 'Sessions', 'GET', '/api/app/v1/sessions'),
  summary: 'List the active sessions of the caller: this one, then by last use, at most 100',
  access: { role: 'viewer', onlyPeople: true },
  response: z.object({
    result: z.array(Session),
    total_count: z.int().min(0).describe('Active sessions, including those that are not listed'),
    needs_password: z.boolean().describe('Whether ending a session requires the current password'),
  }),
  examples: {
    response: {
      result: [
        {
          id: 'iV2eb6kq1sSVqWVw4hZ9vQ',
          browser: 'Firefox on Windows',
          address: '192.0.2.17',
          started_at: '2026-03-20T08:00:00.000Z',
          seen_at: '2026-03-20T09:42:00.000Z',
          is_current: true,
        },
      ],
      total_count: 1,
      needs_password: true,
    },
  },
})

export const endMySession = endpoint({
  ...route('endMySession', 'Sessions', 'POST', '/api/app/v1/sessions/{id}/ending'),
  summary: 'End one session of the caller',
  access: { role: 'viewer', onlyPeople: true },
  params: z.object({ id: z.string().min(1).max(64).describe('Identifier of the session') }),
  body: Proof,
  response: z.null(),
  status: 204,
  errors: ['not_found'],
  examples: { params: { id: 'iV2eb6kq1sSVqWVw4hZ9vQ' }, body: exampleBody },
})

export const endMyOtherSessions = endpoint({
  ...route('endMyOtherSessions', 'Sessions', 'POST', '/api/app/v1/sessions/endings'),
  summary: 'End every session of the caller but this one',
  access: { role: 'viewer', onlyPeople: true },
  body: Proof,
  response: z.null(),
  status: 204,
  examples: { body: exampleBody },
})
