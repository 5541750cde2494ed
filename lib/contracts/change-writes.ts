import { z } from 'zod'
import { ChangeNumber, ChangeRecord, change } from './changes.ts'
import * as clientRoutes from './client-routes.ts'
import { endpoint } from './endpoint.ts'
import { identifier } from './primitives.ts'

/** The fields of a change as its system of record sends them. */
export const ChangeWrite = change.writable
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
    body: change.sentExample,
    response: change.example,
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
