import * as contract from '#lib/contracts/imports.ts'
import { getRefusedFile } from '#server/import/jobs/refused-rows.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getRefusedRecords, async (ctx, { params }) => ({
  body: null,
  file: await getRefusedFile(ctx, params.id, contract.recordKinds),
}))
