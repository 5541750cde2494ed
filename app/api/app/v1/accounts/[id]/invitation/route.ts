import * as contract from '#lib/contracts/app/invitations.ts'
import { inviteAccount, revokeInvitation } from '#server/accounts/password-reset/invitations.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.inviteAccount, async (ctx, { params }) => ({
  body: await inviteAccount(ctx, params.id),
}))

export const DELETE = route(contract.revokeInvitation, async (ctx, { params }) => {
  await revokeInvitation(ctx, params.id)
  return { body: null }
})
