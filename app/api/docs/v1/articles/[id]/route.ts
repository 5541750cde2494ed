import * as contract from '#lib/contracts/articles.ts'
import { updateArticle } from '#server/articles/commands.ts'
import { deleteArticle } from '#server/articles/delete-article.ts'
import { getArticle } from '#server/articles/queries.ts'
import { toRecordResult } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getArticle, async (ctx, { params }) =>
  toRecordResult(await getArticle(ctx, params.id)),
)

export const PATCH = route(contract.updateArticle, async (ctx, { params, body, expectedVersions }) =>
  toRecordResult(await updateArticle(ctx, params.id, body, expectedVersions)),
)

export const DELETE = route(contract.deleteArticle, async (ctx, { params, expectedVersions }) => {
  await deleteArticle(ctx, params.id, expectedVersions)
  return { body: null }
})
