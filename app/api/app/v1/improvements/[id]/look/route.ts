import { settleImprovementLook } from '#lib/contracts/app/improvement-edits.ts'
import * as rechecks from '#server/improvements/close-recheck.ts'
import { recordReply } from '#server/platform/api/record-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(settleImprovementLook, async (ctx, { params, body }) =>
  recordReply(await rechecks.closeRecheck(ctx, params.id, body)),
)
