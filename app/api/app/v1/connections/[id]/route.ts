import * as contract from '#lib/contracts/app/connections.ts'
import { deleteConnection, updateConnection } from '#server/connections/commands.ts'
import { getConnection } from '#server/connections/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getConnection, async (ctx, { params }) => ({
  body: await getConnection(ctx, params.id),
}))

export const PATCH = route(contract.updateConnection, async (ctx, { params, body }) => ({
  body: await updateConnection(ctx, params.id, body),
}))

export const DELETE = route(contract.deleteConnection, async (ctx, { params }) => {
  await deleteConnection(ctx, params.id)
  return { body: null }
})
