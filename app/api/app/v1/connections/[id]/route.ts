import { deleteConnection, getConnection, updateConnection } from '#lib/contracts/app/connections.ts'
import * as commands from '#server/connections/commands.ts'
import * as queries from '#server/connections/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(getConnection, async (ctx, { params }) => ({
  body: await queries.getConnection(ctx, params.id),
}))

export const PATCH = route(updateConnection, async (ctx, { params, body }) => ({
  body: await commands.updateConnection(ctx, params.id, body),
}))

export const DELETE = route(deleteConnection, async (ctx, { params }) => {
  await commands.deleteConnection(ctx, params.id)
  return { body: null }
})
