import * as contract from '#lib/contracts/app/imports.ts'
import { listRefusedRows } from '#server/import/jobs/refused-rows.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listRefusedRows, async (ctx, { params, query }) => ({
  body: await listRefusedRows(ctx, params.id, query),
}))
