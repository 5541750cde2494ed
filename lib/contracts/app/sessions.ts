import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Timestamp } from '../primitives.ts'
import * as routes from '../routes.ts'

const Session = z
  .object({
    id: z.string().describe('What the session is ended by; it opens nothing'),
    browser: z
      .string()
      .nullable()
      .describe('The browser that signed in, in plain words; null for one that is not known'),
    address: z.string().nullable().describe('The network address that it signed in from; null when that was not kept'),
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
      .describe('The current password; nobody is asked for it who has none because they sign in elsewhere'),
  })
  .meta({ id: 'SessionEnding' })

const exampleBody = { current_password: 'the rain in March' }

export const listMySessions = endpoint({
  ...routes.listMySessions,
  summary: 'List the running sessions of the caller: this one, then the last used, 100 at most',
  access: { role: 'viewer' },
  response: z.object({
    result: z.array(Session),
    total_count: z.int().min(0).describe('Running sessions, whether listed or not'),
    needs_password: z.boolean().describe('Whether the current password is asked for before one is ended'),
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
  ...routes.endMySession,
  summary: 'End one session of the caller',
  access: { role: 'viewer' },
  params: z.object({ id: z.string().min(1).max(64).describe('Which one, as the list names it') }),
  body: Proof,
  response: z.null(),
  status: 204,
  errors: ['not_found'],
  examples: { params: { id: 'iV2eb6kq1sSVqWVw4hZ9vQ' }, body: exampleBody },
})

export const endMyOtherSessions = endpoint({
  ...routes.endMyOtherSessions,
  summary: 'End every session of the caller but this one',
  access: { role: 'viewer' },
  body: Proof,
  response: z.null(),
  status: 204,
  examples: { body: exampleBody },
})
