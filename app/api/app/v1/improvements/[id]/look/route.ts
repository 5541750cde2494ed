import { settleImprovementLook } from '#lib/contracts/app/improvement-edits.ts'
import { recordReply } from '#server/http/record-reply.ts'
import { route } from '#server/http/route.ts'
import * as looks from '#server/improvements/settle-look.ts'

export const POST = route(settleImprovementLook, async (ctx, { params, body }) =>
  recordReply(await looks.settleImprovementLook(ctx, params.id, body)),
)
