import { z } from 'zod'
import { endpointsFor } from '#lib/contracts/endpoint.ts'
import { EmailAddress } from '#lib/contracts/primitives.ts'
import { Password } from './accounts.ts'

export const Credentials = z.strictObject({
  email: z.string().trim().min(1, { error: 'Enter your e-mail address' }).max(254),
  password: z.string().min(1, { error: 'Enter your password' }).max(1024),
})
export type Credentials = z.infer<typeof Credentials>

export const PasswordResetRequest = z
  .strictObject({ email: EmailAddress.describe('E-mail address of the account, in any case') })
  .meta({ id: 'PasswordResetRequest' })
export type PasswordResetRequest = z.infer<typeof PasswordResetRequest>

export const PasswordReset = z
  .strictObject({
    token: z.string({ error: 'must be text' }).min(1).max(500).describe('Token of the link'),
    new_password: Password.describe('The password from now on'),
  })
  .meta({ id: 'PasswordReset' })
export type PasswordReset = z.infer<typeof PasswordReset>

const anyone = endpointsFor('Sessions', 'public')

export const requestPasswordReset = anyone.post('requestPasswordReset', '/password-resets', {
  summary: 'Mail a link that sets a new password',
  description:
    'The response is the same for every address. Mail is sent to an enabled account with a password, where this installation sends mail, at most three times in 15 minutes. The link works once, for 30 minutes.',
  body: PasswordResetRequest,
  examples: { body: { email: 'ada@example.org' } },
})

export const resetPassword = anyone.put('resetPassword', '/password-resets', {
  summary: 'Set a password by a mailed link or an invitation; ends every session of the account',
  description: 'A link that is invalid, expired or used is a conflict.',
  body: PasswordReset,
  errors: ['conflict'],
  examples: { body: { token: 'MTc2.c2lnbmF0dXJl', new_password: 'correct horse battery staple' } },
})
