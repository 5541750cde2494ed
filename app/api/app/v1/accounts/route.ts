import { createAccount, listAccounts } from '#lib/contracts/app/accounts.ts'
import * as commands from '#server/accounts/commands.ts'
import * as queries from '#server/accounts/queries.ts'
import { recordList } from '#server/http/list-reply.ts'
import { route } from '#server/http/route.ts'

export const GET = route(listAccounts, async (ctx, { query }) => {
  const { adminCount, ...page } = await queries.listAccounts(ctx, query)
  const { body, paging } = recordList(page, query)
  return { body: { ...body, admin_count: adminCount }, paging }
})

export const POST = route(createAccount, async (ctx, { body }) => {
  const account = await commands.createAccount(ctx, body)
  return { body: account, location: `/api/app/v1/accounts/${account.id}` }
})
