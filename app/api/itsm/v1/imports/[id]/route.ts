import * as contract from '#lib/contracts/imports.ts'
import { getImport } from '#server/import/jobs/queries.ts'
import { routeTo } from '#server/platform/api/route.ts'

export const GET = routeTo(contract.getRecordImport, (ctx, { params }) =>
  getImport(ctx, params.id, contract.recordKinds),
)
