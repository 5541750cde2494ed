import * as contract from '#lib/contracts/app/leavers.ts'
import { reassignWork } from '#server/accounts/leavers/reassign-work.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.reassignWork, async (ctx, { body }) => ({ body: await reassignWork(ctx, body) }))
