import { createAccount, listAccounts } from '#lib/contracts/app/accounts.ts'
import { recordList } from '#server/platform/api/list-reply.ts'
import { route } from '#server/platform/api/route.ts'
import * as commands from '#server/platform/auth/account-commands.ts'
import * as queries from '#server/platform/auth/account-queries.ts'

export const GET = route(listAccounts, async (ctx, { query }) => {
  const { adminCount, ...page } = await queries.listAccounts(ctx, query)
  const { body, paging } = recordList(page, query)
  return { body: { ...body, admin_count: adminCount }, paging }
})

export const POST = route(createAccount, async (ctx, { body }) => {
  const account = await commands.createAccount(ctx, body)
  return { body: account, location: `/api/app/v1/accounts/${account.id}` }
})
