import * as contract from '#lib/contracts/app/connections.ts'
import { allConnectors } from '#server/all-connectors.ts'
import { checkConnection } from '#server/connections/check-connection.ts'
import { route } from '#server/platform/api/route.ts'

/** Milliseconds for a check that a person waits for; less than the timeout of a response. */
const limitMs = 40_000

export const POST = route(contract.checkConnection, async (ctx, { params }) => {
  const { checked_at, steps } = await checkConnection(ctx, params.id, allConnectors, limitMs)
  return { body: { checked_at, steps: [...steps] } }
})
