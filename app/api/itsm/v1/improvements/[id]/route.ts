import * as contract from '#lib/contracts/improvements.ts'
import { updateImprovement } from '#server/improvements/commands.ts'
import { getImprovement } from '#server/improvements/queries.ts'
import { toRecordResult } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(
  contract.getImprovement,
  async (ctx, { params }) => toRecordResult(await getImprovement(ctx, params.id)),
  { cache: 'shared' },
)

export const PATCH = route(contract.updateImprovement, async (ctx, { params, body, expectedVersions }) =>
  toRecordResult(await updateImprovement(ctx, params.id, body, expectedVersions)),
)
