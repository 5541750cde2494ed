import * as contract from '#lib/contracts/app/comments.ts'
import { deleteComment, editComment } from '#server/discussion/comments.ts'
import { route } from '#server/platform/api/route.ts'

export const PATCH = route(contract.editComment, async (ctx, { params, body }) => ({
  body: await editComment(ctx, params.id, body),
}))

export const DELETE = route(contract.deleteComment, async (ctx, { params }) => {
  await deleteComment(ctx, params.id)
  return { body: null }
})
