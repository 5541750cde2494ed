import * as contract from '#lib/contracts/app/imports.ts'
import { runImport } from '#server/import/jobs/commands.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.runImport, async (ctx, { params, body }) => ({
  body: await runImport(ctx, params.id, body.dry_run),
  location: `/api/app/v1/imports/${params.id}`,
}))
