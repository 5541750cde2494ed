import { z } from 'zod'
import { endpoint, route } from '#lib/contracts/endpoint.ts'
import { exampleImport, ImportId } from '#lib/contracts/import-records.ts'
import { Timestamp } from '#lib/contracts/primitives.ts'

const AccountId = z.object({ id: z.string().min(1).max(64).describe('Identifier of the account') })

const Invitation = z
  .object({
    expires_at: Timestamp.describe('Until when the link works'),
    link: z
      .string()
      .nullable()
      .describe(
        'Path of the link, to pass on, where this installation sends no mail; shown only once. Null when it was mailed',
      ),
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof Invitation>

export const inviteAccount = endpoint({
  ...route('inviteAccount', 'Accounts', 'POST', '/api/app/v1/accounts/{id}/invitation'),
  summary: 'Invite the person of an account without a password, or invite them again',
  description:
    'Mails a link by which they choose a password. It works once, for 7 days, and voids the link that was sent before. An account that has a password, is disabled or signs in with the sign-in provider is a conflict.',
  access: { role: 'admin' },
  params: AccountId,
  response: Invitation,
  status: 201,
  errors: ['not_found', 'conflict'],
  examples: {
    params: { id: 'acc_01jdh3m8w5c2v7k9q4r6t8y0ab' },
    response: { expires_at: '2026-03-27T08:00:00.000Z', link: null },
  },
})

export const revokeInvitation = endpoint({
  ...route('revokeInvitation', 'Accounts', 'DELETE', '/api/app/v1/accounts/{id}/invitation'),
  summary: 'Revoke the invitation of an account; its link no longer works',
  access: { role: 'admin' },
  params: AccountId,
  response: z.null(),
  status: 204,
  errors: ['not_found'],
  examples: { params: { id: 'acc_01jdh3m8w5c2v7k9q4r6t8y0ab' } },
})

/** Maximum people that one request invites. */
export const maxInvited = 5_000

export const inviteImported = endpoint({
  ...route('inviteImported', 'Imports', 'POST', '/api/app/v1/imports/{id}/invitations'),
  summary: 'Invite the people whose accounts an import added',
  description: `Those without a password and an invitation, at most ${maxInvited.toLocaleString('en')} at once, get a link by which they choose a password. An import of other records is a conflict.`,
  access: { role: 'admin' },
  params: ImportId,
  response: z
    .object({
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
    })
    .meta({ id: 'InvitedPeople' }),
  status: 201,
  errors: ['not_found', 'conflict'],
  examples: {
    params: { id: exampleImport.id },
    response: { invited: 12, waiting: 0, links: [] },
  },
})
