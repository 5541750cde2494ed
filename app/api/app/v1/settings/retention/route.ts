import * as contract from '#lib/contracts/app/retention.ts'
import { allRetentions } from '#server/all-retentions.ts'
import { route } from '#server/platform/api/route.ts'
import { previewRetention } from '#server/system/settings/retention.ts'

export const GET = route(contract.previewRetention, async (ctx, { query }) => ({
  body: await previewRetention(ctx, allRetentions, query),
}))
