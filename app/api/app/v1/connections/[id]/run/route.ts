import { runConnection } from '#lib/contracts/app/connections.ts'
import * as commands from '#server/connections/commands.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(runConnection, async (ctx, { params }) => {
  await commands.runConnection(ctx, params.id)
  return { body: null }
})
