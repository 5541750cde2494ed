import * as contract from '#lib/contracts/app/improvement-edits.ts'
import { closeRecheck } from '#server/improvements/close-recheck.ts'
import { toRecordResult } from '#server/platform/api/record-result.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.settleImprovementLook, async (ctx, { params, body }) =>
  toRecordResult(await closeRecheck(ctx, params.id, body)),
)
