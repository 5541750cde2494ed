import * as writeContract from '#lib/contracts/change-writes.ts'
import * as contract from '#lib/contracts/changes.ts'
import { deleteStub } from '#server/changes/delete-stub.ts'
import { getChange } from '#server/changes/queries.ts'
import { toPutRecordResult, toRecordResult } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'
import { putChange } from '#server/reviews/api-writes/put-change.ts'
import { updateChange } from '#server/reviews/api-writes/update-change.ts'

export const GET = route(
  contract.getChange,
  async (ctx, { params }) => toRecordResult(await getChange(ctx, params.number)),
  { cache: 'shared' },
)

export const PATCH = route(writeContract.updateChange, async (ctx, { params, body, expectedVersions }) =>
  toRecordResult(await updateChange(ctx, params.number, body, expectedVersions)),
)

export const PUT = route(writeContract.putChange, async (ctx, { params: { number }, body, ...condition }) =>
  toPutRecordResult(
    await putChange(ctx, number, body, condition),
    `/api/itsm/v1/changes/${encodeURIComponent(number)}`,
  ),
)

export const DELETE = route(writeContract.deleteChange, async (ctx, { params, expectedVersions }) => {
  await deleteStub(ctx, params.number, expectedVersions)
  return { body: null }
})
