import * as contract from '#lib/contracts/app/audits.ts'
import { buildAuditPack } from '#server/pages/pack/audit-pack.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getAuditPack, (ctx, { params }) => buildAuditPack(ctx, params.id))
