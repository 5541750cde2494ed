import * as contract from '#lib/contracts/imports.ts'
import { getImport } from '#server/import/jobs/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getResourceImport, async (ctx, { params }) => ({
  body: await getImport(ctx, params.id, ['users', 'products']),
}))
