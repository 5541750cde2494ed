import { checkAccountRows } from '#lib/contracts/app/account-rows.ts'
import * as rows from '#server/accounts/account-rows/check-rows.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(checkAccountRows, async (ctx, { body }) => ({ body: await rows.checkAccountRows(ctx, body) }))
