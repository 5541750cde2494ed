import { getImprovement, updateImprovement } from '#lib/contracts/improvements.ts'
import * as commands from '#server/improvements/commands.ts'
import * as queries from '#server/improvements/queries.ts'
import { recordReply } from '#server/platform/api/record-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(
  getImprovement,
  async (ctx, { params }) => recordReply(await queries.getImprovement(ctx, params.id)),
  { cache: 'shared' },
)

export const PATCH = route(updateImprovement, async (ctx, { params, body, expectedVersions }) =>
  recordReply(await commands.updateImprovement(ctx, params.id, body, expectedVersions)),
)
