import * as contract from '#lib/contracts/app/connections.ts'
import { runConnection } from '#server/connections/commands.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.runConnection, async (ctx, { params }) => {
  await runConnection(ctx, params.id)
  return { body: null }
})
