import { addComment, listComments } from '#lib/contracts/app/comments.ts'
import * as comments from '#server/discussion/comments.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listComments, async (ctx, { params }) => ({
  body: await comments.listComments(ctx, params.reference),
}))

export const POST = route(addComment, async (ctx, { params, body }) => ({
  body: await comments.addComment(ctx, params.reference, body),
}))
