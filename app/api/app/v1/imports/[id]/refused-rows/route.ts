import { listRefusedRows } from '#lib/contracts/app/imports.ts'
import * as refused from '#server/import/jobs/refused-rows.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listRefusedRows, async (ctx, { params, query }) => ({
  body: await refused.listRefusedRows(ctx, params.id, query),
}))
