import { checkConnection } from '#lib/contracts/app/connections.ts'
import { allConnectors } from '#server/all-connectors.ts'
import * as checks from '#server/connections/check-connection.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(checkConnection, async (ctx, { params }) => {
  const { checked_at, steps } = await checks.checkConnection(ctx, params.id, allConnectors)
  return { body: { checked_at, steps: [...steps] } }
})
