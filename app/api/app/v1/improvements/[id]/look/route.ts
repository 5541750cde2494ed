import { settleImprovementLook } from '#lib/contracts/app/improvement-edits.ts'
import * as looks from '#server/improvements/settle-look.ts'
import { recordReply } from '#server/platform/api/record-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(settleImprovementLook, async (ctx, { params, body }) =>
  recordReply(await looks.settleImprovementLook(ctx, params.id, body)),
)
