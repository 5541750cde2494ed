import * as contract from '#lib/contracts/improvements.ts'
import { updateImprovement } from '#server/improvements/commands.ts'
import { getImprovement } from '#server/improvements/queries.ts'
import { recordReply } from '#server/platform/api/record-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(
  contract.getImprovement,
  async (ctx, { params }) => recordReply(await getImprovement(ctx, params.id)),
  { cache: 'shared' },
)

export const PATCH = route(contract.updateImprovement, async (ctx, { params, body, expectedVersions }) =>
  recordReply(await updateImprovement(ctx, params.id, body, expectedVersions)),
)
