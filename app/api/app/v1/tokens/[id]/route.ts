import { revokeApiToken } from '#lib/contracts/app/api-tokens.ts'
import { route } from '#server/platform/api/route.ts'
import * as commands from '#server/platform/auth/token-commands.ts'

export const DELETE = route(revokeApiToken, async (ctx, { params }) => {
  await commands.revokeApiToken(ctx, params.id)
  return { body: null }
})
