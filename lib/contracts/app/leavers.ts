import { z } from 'zod'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { ImportId } from '#lib/contracts/import-records.ts'
import { CalendarDate, EmailAddress, oneOf, Timestamp, text } from '#lib/contracts/primitives.ts'

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

const people = endpointsFor('Accounts', { role: 'manager', onlyPeople: true })

export const reassignWork = people.post('reassignWork', '/leavers/reassignments', {
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

const AccountId = z.object({ id: z.string().min(1).max(64).describe('Identifier of the account') })

const Invitation = z.object({
  expires_at: Timestamp.describe('Until when the link works'),
  link: z
    .string()
    .nullable()
    .describe(
      'Path of the link, to pass on, where this installation sends no mail; shown only once. Null when it was mailed',
    ),
})
export type Invitation = z.infer<typeof Invitation>

const admins = endpointsFor('Accounts', { role: 'admin' })
const adminsImports = endpointsFor('Imports', { role: 'admin' })

export const inviteAccount = admins.post('inviteAccount', '/accounts/{id}/invitation', {
  params: AccountId,
  response: Invitation,
  status: 201,
  errors: ['not_found', 'conflict'],
})

export const revokeInvitation = admins.delete('revokeInvitation', '/accounts/{id}/invitation', {
  params: AccountId,
})

/** Maximum people that one request invites. */
export const maxInvited = 5_000

export const inviteImported = adminsImports.post('inviteImported', '/imports/{id}/invitations', {
  params: ImportId,
  response: z.object({
    invited: z.int().min(0).describe('People invited'),
    waiting: z.int().min(0).describe('People who still wait for an invitation: send the request again'),
    links: z
      .array(
        z.object({
          email: z.string().describe('E-mail address of the account'),
          link: z.string().describe('Path of the link'),
        }),
      )
      .describe('Links to pass on where this installation sends no mail; shown only once'),
  }),
  status: 201,
  errors: ['not_found', 'conflict'],
})

const person = z.strictObject({ email: EmailAddress })

const adminPeople = endpointsFor('Accounts', { role: 'admin', onlyPeople: true })

export const getPersonalData = adminPeople.get('getPersonalData', '/personal-data', {
  quota: 'bulk',
  query: person,
  file: ['application/x-ndjson'],
})

const NamedRows = z.object({
  rows: z.int(),
  examples: z.array(z.object({ table: z.string(), text: z.string() })),
})

const Erasure = z.object({
  pseudonym: z.string().nullable(),
  texts: z.array(z.string()),
  tables: z.array(z.object({ table: z.string(), rows: z.int().positive() })),
  blockers: z.array(z.object({ name: z.string(), email: z.string(), reason: z.string() })),
  mentions: NamedRows,
  kept: NamedRows,
})
export type Erasure = z.infer<typeof Erasure>

export const previewErasure = adminPeople.get('previewErasure', '/personal-data/erasure', {
  quota: 'bulk',
  query: person,
  response: Erasure,
})

export const erasePerson = adminPeople.post('erasePerson', '/personal-data/erasure', {
  quota: 'bulk',
  body: person.extend({
    in_texts: z.boolean().default(false),
  }),
  response: Erasure,
  errors: ['not_found', 'conflict'],
})
