import * as contract from '#lib/contracts/app/invitations.ts'
import { inviteImported } from '#server/accounts/password-reset/invite-imported.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.inviteImported, async (ctx, { params }) => ({
  body: await inviteImported(ctx, params.id),
}))
