import { reassignWork } from '#lib/contracts/app/leavers.ts'
import * as commands from '#server/accounts/leavers/reassign-work.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(reassignWork, async (ctx, { body }) => ({ body: await commands.reassignWork(ctx, body) }))
