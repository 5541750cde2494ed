import { createAudit, listAudits } from '#lib/contracts/app/audits.ts'
import * as commands from '#server/insights/audits/commands.ts'
import * as audits from '#server/insights/audits/queries.ts'
import { recordList } from '#server/platform/api/list-reply.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listAudits, async (ctx, { query }) => recordList(await audits.listAudits(ctx, query), query))

export const POST = route(createAudit, async (ctx, { body }) => ({ body: await commands.createAudit(ctx, body) }))
