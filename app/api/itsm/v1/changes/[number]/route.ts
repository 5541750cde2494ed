import { deleteChange, putChange, updateChange } from '#lib/contracts/change-writes.ts'
import { getChange } from '#lib/contracts/changes.ts'
import { deleteStub } from '#server/changes/delete-stub.ts'
import * as queries from '#server/changes/queries.ts'
import { putReply, recordReply } from '#server/platform/api/record-reply.ts'
import { route } from '#server/platform/api/route.ts'
import * as puts from '#server/reviews/api-writes/put-change.ts'
import * as commands from '#server/reviews/api-writes/update-change.ts'

export const GET = route(
  getChange,
  async (ctx, { params }) => recordReply(await queries.getChange(ctx, params.number)),
  { cache: 'shared' },
)

export const PATCH = route(updateChange, async (ctx, { params, body, expectedVersions }) =>
  recordReply(await commands.updateChange(ctx, params.number, body, expectedVersions)),
)

export const PUT = route(putChange, async (ctx, { params: { number }, body, ...condition }) =>
  putReply(await puts.putChange(ctx, number, body, condition), `/api/itsm/v1/changes/${encodeURIComponent(number)}`),
)

export const DELETE = route(deleteChange, async (ctx, { params, expectedVersions }) => {
  await deleteStub(ctx, params.number, expectedVersions)
  return { body: null }
})
