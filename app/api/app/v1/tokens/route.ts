import { createApiToken, listApiTokens } from '#lib/contracts/app/api-tokens.ts'
import { recordList } from '#server/platform/api/list-reply.ts'
import { route } from '#server/platform/api/route.ts'
import * as commands from '#server/platform/auth/token-commands.ts'
import * as queries from '#server/platform/auth/token-queries.ts'

export const GET = route(listApiTokens, async (ctx, { query }) => {
  const { counts, ...page } = await queries.listApiTokens(ctx, query)
  const { body, paging } = recordList(page, query)
  return { body: { ...body, counts }, paging }
})

export const POST = route(createApiToken, async (ctx, { body }) => {
  const issued = await commands.createApiToken(ctx, body)
  return { body: issued, location: `/api/app/v1/tokens/${issued.token.id}` }
})
