import { getAudit } from '#lib/contracts/app/audits.ts'
import * as audits from '#server/insights/audits/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(getAudit, async (ctx, { params }) => ({ body: await audits.getAudit(ctx, params.id) }))
