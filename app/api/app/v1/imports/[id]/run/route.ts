import { runImport } from '#lib/contracts/app/imports.ts'
import * as commands from '#server/import/jobs/commands.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(runImport, async (ctx, { params, body }) => ({
  body: await commands.runImport(ctx, params.id, body.dry_run),
  location: `/api/app/v1/imports/${params.id}`,
}))
