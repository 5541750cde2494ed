import { cancelImport } from '#lib/contracts/app/imports.ts'
import * as commands from '#server/import/jobs/commands.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(cancelImport, async (ctx, { params }) => ({
  body: await commands.cancelImport(ctx, params.id),
}))
