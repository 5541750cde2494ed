import { deleteComment, editComment } from '#lib/contracts/app/comments.ts'
import * as comments from '#server/discussion/comments.ts'
import { route } from '#server/platform/api/route.ts'

export const PATCH = route(editComment, async (ctx, { params, body }) => ({
  body: await comments.editComment(ctx, params.id, body),
}))

export const DELETE = route(deleteComment, async (ctx, { params }) => {
  await comments.deleteComment(ctx, params.id)
  return { body: null }
})
