import * as contract from '#lib/contracts/app/imports.ts'
import { getRefusedFile } from '#server/import/jobs/refused-rows.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getRefusedRows, async (ctx, { params }) => ({
  body: '',
  file: await getRefusedFile(ctx, params.id),
}))
