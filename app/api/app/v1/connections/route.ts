import { createConnection, listConnections } from '#lib/contracts/app/connections.ts'
import * as commands from '#server/connections/commands.ts'
import * as queries from '#server/connections/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listConnections, async (ctx) => ({ body: { result: await queries.listConnections(ctx) } }))

export const POST = route(createConnection, async (ctx, { body }) => {
  const connection = await commands.createConnection(ctx, body)
  return { body: connection, location: `/api/app/v1/connections/${connection.id}` }
})
