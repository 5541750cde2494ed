import * as contract from '#lib/contracts/app/api-tokens.ts'
import { route } from '#server/platform/api/route.ts'
import { revokeApiToken } from '#server/platform/auth/token-commands.ts'

export const DELETE = route(contract.revokeApiToken, async (ctx, { params }) => {
  await revokeApiToken(ctx, params.id)
  return { body: null }
})
