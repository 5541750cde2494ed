import * as contract from '#lib/contracts/app/connections.ts'
import { createConnection } from '#server/connections/commands.ts'
import { listConnections } from '#server/connections/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listConnections, async (ctx) => ({ body: { result: await listConnections(ctx) } }))

export const POST = route(contract.createConnection, async (ctx, { body }) => {
  const connection = await createConnection(ctx, body)
  return { body: connection, location: `/api/app/v1/connections/${connection.id}` }
})
