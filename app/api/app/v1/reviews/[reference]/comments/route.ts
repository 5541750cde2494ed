import * as contract from '#lib/contracts/app/comments.ts'
import { addComment, listComments } from '#server/discussion/comments.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listComments, async (ctx, { params }) => ({
  body: await listComments(ctx, params.reference),
}))

export const POST = route(contract.addComment, async (ctx, { params, body }) => ({
  body: await addComment(ctx, params.reference, body),
}))
