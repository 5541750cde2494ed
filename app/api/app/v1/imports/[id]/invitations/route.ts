import { inviteImported } from '#lib/contracts/app/invitations.ts'
import * as invitations from '#server/accounts/password-reset/invite-imported.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(inviteImported, async (ctx, { params }) => ({
  body: await invitations.inviteImported(ctx, params.id),
}))
