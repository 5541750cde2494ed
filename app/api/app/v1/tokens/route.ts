import * as contract from '#lib/contracts/app/api-tokens.ts'
import { toRecordList } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'
import { createApiToken } from '#server/platform/auth/token-commands.ts'
import { listApiTokens } from '#server/platform/auth/token-queries.ts'

export const GET = route(contract.listApiTokens, async (ctx, { query }) => {
  const { counts, ...page } = await listApiTokens(ctx, query)
  const { body, paging } = toRecordList(page, query)
  return { body: { ...body, counts }, paging }
})

export const POST = route(contract.createApiToken, async (ctx, { body }) => {
  const issued = await createApiToken(ctx, body)
  return { body: issued, location: `/api/app/v1/tokens/${issued.token.id}` }
})
