import * as contract from '#lib/contracts/app/imports.ts'
import { cancelImport } from '#server/import/jobs/commands.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.cancelImport, async (ctx, { params }) => ({
  body: await cancelImport(ctx, params.id),
}))
