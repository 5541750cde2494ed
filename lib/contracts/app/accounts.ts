import { z } from 'zod'
import { endpointsFor, roles } from '#lib/contracts/endpoint.ts'
import { pageOf } from '#lib/contracts/pages.ts'
import { EmailAddress, Flag, nameText, oneOf, Timestamp, TimeZone, text } from '#lib/contracts/primitives.ts'
import { minPasswordLength } from './values.ts'

export const Role = oneOf(roles).meta({ id: 'Role' })

export const Account = z.object({
  id: z.string().describe('Identifier of the account'),
  email: z.string().describe('E-mail address to sign in with, in lower case'),
  name: z.string().describe('Name shown in reviews and in the history'),
  role: Role.describe('Role of the person; each role includes the rights of the ones before it'),
  is_disabled: z.boolean().describe('Whether sign-in is disabled'),
  created_at: Timestamp.describe('When it was added'),
  updated_at: Timestamp.describe('When it was last changed'),
})
export type Account = z.infer<typeof Account>

const signInWays = ['password', 'provider', 'invitation', 'none'] as const

/** An account in the list, with the fields for admins. */
export const ListedAccount = Account.extend({
  user_name: z.string().nullable().describe('User name in other systems; imports find the person by it'),
  department: z.string().nullable().describe('Department'),
  sign_in: oneOf(signInWays).describe('How the person signs in; `invitation` until they accept it'),
  invited_until: Timestamp.nullable().describe('When the invitation expires or expired; null without one'),
})
export type ListedAccount = z.infer<typeof ListedAccount>

/**
 * The length is the only rule here (NIST SP 800-63B, section 5.1.1.2). The server also rejects passwords that are easy
 * to guess.
 */
export const Password = z
  .string({ error: 'must be text' })
  .min(minPasswordLength, { error: `must have at least ${minPasswordLength} characters` })
  .max(256, { error: 'must have at most 256 characters' })

export const NewAccount = z.strictObject({
  email: EmailAddress.describe('E-mail address to sign in with, in any case'),
  name: nameText(200).describe('Name of the person'),
  role: Role.describe('What the person may do'),
  password: Password.optional().describe(
    'First password; it expires after a week unless the person changes it. Without one, the person is invited or signs in with the provider',
  ),
})
export type NewAccount = z.infer<typeof NewAccount>

export const AccountPatch = z
  .strictObject({
    name: nameText(200).describe('New name'),
    role: Role.describe('New role'),
    is_disabled: Flag.describe('Whether sign-in is disabled'),
    password: Password.describe('New password'),
  })
  .partial()
export type AccountPatch = z.infer<typeof AccountPatch>

export const PasswordChange = z.strictObject({
  current_password: z.string({ error: 'must be text' }).max(256),
  new_password: Password.describe('The new password'),
})
export type PasswordChange = z.infer<typeof PasswordChange>
const AccountId = z.object({ id: z.string().min(1).max(64).describe('Identifier of the account') })

const people = endpointsFor('Sessions', { role: 'viewer', onlyPeople: true })
const admins = endpointsFor('Accounts', { role: 'admin' })

export const getSession = people.get('getSession', '/session', { response: z.object({ account: Account }) })

export const endMySessions = people.delete('endMySessions', '/session', {})

export const changeMyPassword = people.put('changeMyPassword', '/session/password', { body: PasswordChange })

export const setMyTimeZone = people.put('setMyTimeZone', '/session/time-zone', {
  body: z.strictObject({ time_zone: TimeZone.nullable() }),
})

export const listAccounts = admins.get('listAccounts', '/accounts', {
  query: z.strictObject({
    search: text(200).optional().describe('Part of a name or an e-mail address, in any case'),
    ...pageOf('Accounts', 100, 100),
  }),
  response: z.object({
    result: z.array(ListedAccount),
    total_count: z.int().min(0),
  }),
})

export const createAccount = admins.post('createAccount', '/accounts', {
  body: NewAccount,
  response: Account,
  status: 201,
  errors: ['conflict'],
})

export const updateAccount = admins.patch('updateAccount', '/accounts/{id}', {
  params: AccountId,
  body: AccountPatch,
  response: Account,
  errors: ['not_found', 'conflict'],
})

export const endAccountSessions = admins.delete('endAccountSessions', '/accounts/{id}/sessions', {
  params: AccountId,
})
