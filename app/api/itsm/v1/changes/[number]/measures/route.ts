import * as writeContract from '#lib/contracts/change-writes.ts'
import { presentMeasures, putMeasures } from '#server/changes/measures.ts'
import { getChange } from '#server/changes/queries.ts'
import { toRecordResult } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(
  writeContract.getMeasures,
  async (ctx, { params }) => toRecordResult(presentMeasures(await getChange(ctx, params.number))),
  { cache: 'shared' },
)

export const PUT = route(writeContract.putMeasures, async (ctx, { params, body, expectedVersions }) =>
  toRecordResult(presentMeasures(await putMeasures(ctx, params.number, body, expectedVersions))),
)
