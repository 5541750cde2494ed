import * as contract from '#lib/contracts/app/invitations.ts'
import * as invitations from '#server/accounts/password-reset/invitations.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.inviteAccount, async (ctx, { params }) => ({
  body: await invitations.inviteAccount(ctx, params.id),
}))

export const DELETE = route(contract.revokeInvitation, async (ctx, { params }) => {
  await invitations.revokeInvitation(ctx, params.id)
  return { body: null }
})
