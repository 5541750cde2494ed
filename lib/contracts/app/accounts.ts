import { z } from 'zod'
import { endpoint, roles, route } from '#lib/contracts/endpoint.ts'
import { EmailAddress, nameText, oneOf, Timestamp, TimeZone, text, wholeNumber } from '#lib/contracts/primitives.ts'
import { minPasswordLength } from './account-values.ts'

export const Role = oneOf(roles).meta({ id: 'Role' })

export const Account = z
  .object({
    id: z.string().describe('Identifier of the account'),
    email: z.string().describe('E-mail address to sign in with, in lower case'),
    name: z.string().describe('Name shown in reviews and in the history'),
    role: Role.describe('Role of the person; each role includes the rights of the ones before it'),
    is_disabled: z.boolean().describe('Whether sign-in is disabled'),
    created_at: Timestamp.describe('When it was added'),
    updated_at: Timestamp.describe('When it was last changed'),
  })
  .meta({ id: 'Account' })
export type Account = z.infer<typeof Account>

const signInWays = ['password', 'provider', 'invitation', 'none'] as const

/** An account in the list, with the fields for admins. */
export const ListedAccount = Account.extend({
  user_name: z.string().nullable().describe('User name in other systems; imports find the person by it'),
  department: z.string().nullable().describe('Department'),
  sign_in: oneOf(signInWays).describe('How the person signs in; `invitation` until they accept it'),
  invited_until: Timestamp.nullable().describe('When the invitation expires or expired; null without one'),
}).meta({ id: 'ListedAccount' })
export type ListedAccount = z.infer<typeof ListedAccount>

/**
 * The length is the only rule here (NIST SP 800-63B, section 5.1.1.2). The server also rejects passwords that are easy
 * to guess.
 */
export const Password = z
  .string({ error: 'must be text' })
  .min(minPasswordLength, { error: `must have at least ${minPasswordLength} characters` })
  .max(256, { error: 'must have at most 256 characters' })

export const NewAccount = z
  .strictObject({
    email: EmailAddress.describe('E-mail address to sign in with, in any case'),
    name: nameText(200).describe('Name of the person'),
    role: Role.describe('What the person may do'),
    password: Password.optional().describe(
      'First password; it expires after a week unless the person changes it. Without one, the person is invited or signs in with the provider',
    ),
  })
  .meta({ id: 'NewAccount' })
export type NewAccount = z.infer<typeof NewAccount>

export const AccountPatch = z
  .strictObject({
    name: nameText(200).describe('New name'),
    role: Role.describe('New role'),
    is_disabled: z.boolean({ error: 'must be true or false' }).describe('Whether sign-in is disabled'),
    password: Password.describe('New password'),
  })
  .partial()
  .meta({ id: 'AccountPatch' })
export type AccountPatch = z.infer<typeof AccountPatch>

export const PasswordChange = z.strictObject({
  current_password: z.string({ error: 'must be text' }).max(256),
  new_password: Password.describe('The new password'),
})
export type PasswordChange = z.infer<typeof PasswordChange>

const exampleAccount: Account = {
  id: 'acc_01jdh3m8w5c2v7k9q4r6t8y0ab',
  email: 'ines.marchetti@hindsight.example',
  name: 'Ines Marchetti',
  role: 'manager',
  is_disabled: false,
  created_at: '2026-03-02T08:15:00.000Z',
  updated_at: '2026-03-02T08:15:00.000Z',
}
const exampleListed: ListedAccount = {
  ...exampleAccount,
  user_name: 'imarchetti',
  department: 'Operations',
  sign_in: 'password',
  invited_until: null,
}
const AccountId = z.object({ id: z.string().min(1).max(64).describe('Identifier of the account') })

export const getSession = endpoint({
  ...route('getSession', 'Sessions', 'GET', '/api/app/v1/session'),
  access: { role: 'viewer', onlyPeople: true },
  response: z.object({ account: Account }),
})

export const endMySessions = endpoint({
  ...route('endMySessions', 'Sessions', 'DELETE', '/api/app/v1/session'),
  access: { role: 'viewer', onlyPeople: true },
  response: z.null(),
  status: 204,
})

export const changeMyPassword = endpoint({
  ...route('changeMyPassword', 'Sessions', 'PUT', '/api/app/v1/session/password'),
  access: { role: 'viewer', onlyPeople: true },
  body: PasswordChange,
  response: z.null(),
  status: 204,
})

export const setMyTimeZone = endpoint({
  ...route('setMyTimeZone', 'Sessions', 'PUT', '/api/app/v1/session/time-zone'),
  access: { role: 'viewer', onlyPeople: true },
  body: z.strictObject({ time_zone: TimeZone.nullable() }),
  response: z.null(),
  status: 204,
})

export const listAccounts = endpoint({
  ...route('listAccounts', 'Accounts', 'GET', '/api/app/v1/accounts'),
  summary: 'List accounts by name',
  access: { role: 'admin' },
  query: z.strictObject({
    search: text(200).optional().describe('Part of a name or an e-mail address, in any case'),
    page: wholeNumber(1, Number.MAX_SAFE_INTEGER).default(1).describe('Page number, from 1'),
    limit: wholeNumber(1, 100).default(100).describe('Accounts per page'),
  }),
  response: z.object({
    result: z.array(ListedAccount),
    total_count: z.int().min(0),
    admin_count: z.int().min(0).describe('Enabled admins, regardless of the search'),
  }),
  examples: { query: { search: 'ines' }, response: { result: [exampleListed], total_count: 1, admin_count: 1 } },
})

export const createAccount = endpoint({
  ...route('createAccount', 'Accounts', 'POST', '/api/app/v1/accounts'),
  summary: 'Add an account',
  description: 'An e-mail address of another account, in any case, is a conflict.',
  access: { role: 'admin' },
  body: NewAccount,
  response: Account,
  status: 201,
  errors: ['conflict'],
  examples: {
    body: {
      email: exampleAccount.email,
      name: exampleAccount.name,
      role: 'manager',
      password: 'correct horse battery staple',
    },
    response: exampleAccount,
  },
})

export const updateAccount = endpoint({
  ...route('updateAccount', 'Accounts', 'PATCH', '/api/app/v1/accounts/{id}'),
  summary: 'Change name, role or password of an account, disable it or enable it again',
  description:
    'Disabling, a new role and a new password end the sessions of the account. The new password expires after a week unless its owner changes it. Disabling your own account or setting its password here, and disabling or demoting the last enabled admin, is a conflict.',
  access: { role: 'admin' },
  params: AccountId,
  body: AccountPatch,
  response: Account,
  errors: ['not_found', 'conflict'],
  examples: {
    params: { id: exampleAccount.id },
    body: { role: 'admin' },
    response: { ...exampleAccount, role: 'admin', updated_at: '2026-03-20T08:00:00.000Z' },
  },
})

export const endAccountSessions = endpoint({
  ...route('endAccountSessions', 'Accounts', 'DELETE', '/api/app/v1/accounts/{id}/sessions'),
  summary: 'Sign an account out everywhere',
  access: { role: 'admin' },
  params: AccountId,
  response: z.null(),
  status: 204,
  errors: ['not_found'],
  examples: { params: { id: exampleAccount.id } },
})
