import * as contract from '#lib/contracts/app/accounts.ts'
import { toRecordList } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'
import { createAccount } from '#server/platform/auth/account-commands.ts'
import { listAccounts } from '#server/platform/auth/account-queries.ts'

export const GET = route(contract.listAccounts, async (ctx, { query }) => {
  const { adminCount, ...page } = await listAccounts(ctx, query)
  const { body, paging } = toRecordList(page, query)
  return { body: { ...body, admin_count: adminCount }, paging }
})

export const POST = route(contract.createAccount, async (ctx, { body }) => {
  const account = await createAccount(ctx, body)
  return { body: account, location: `/api/app/v1/accounts/${account.id}` }
})
