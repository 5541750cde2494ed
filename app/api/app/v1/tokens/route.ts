import { createApiToken, listApiTokens } from '#lib/contracts/app/api-tokens.ts'
import { recordList } from '#server/http/list-reply.ts'
import { route } from '#server/http/route.ts'
import * as commands from '#server/tokens/commands.ts'
import * as queries from '#server/tokens/queries.ts'

export const GET = route(listApiTokens, async (ctx, { query }) => {
  const { counts, ...page } = await queries.listApiTokens(ctx, query)
  const { body, paging } = recordList(page, query)
  return { body: { ...body, counts }, paging }
})

export const POST = route(createApiToken, async (ctx, { body }) => {
  const issued = await commands.createApiToken(ctx, body)
  return { body: issued, location: `/api/app/v1/tokens/${issued.token.id}` }
})
