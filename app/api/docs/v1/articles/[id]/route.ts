import { deleteArticle, getArticle, updateArticle } from '#lib/contracts/articles.ts'
import * as commands from '#server/articles/commands.ts'
import * as deletion from '#server/articles/delete-article.ts'
import * as queries from '#server/articles/queries.ts'
import { recordReply } from '#server/platform/api/record-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(getArticle, async (ctx, { params }) => recordReply(await queries.getArticle(ctx, params.id)))

export const PATCH = route(updateArticle, async (ctx, { params, body, expectedVersions }) =>
  recordReply(await commands.updateArticle(ctx, params.id, body, expectedVersions)),
)

export const DELETE = route(deleteArticle, async (ctx, { params, expectedVersions }) => {
  await deletion.deleteArticle(ctx, params.id, expectedVersions)
  return { body: null }
})
