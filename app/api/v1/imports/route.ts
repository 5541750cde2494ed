import * as contract from '#lib/contracts/imports.ts'
import { receivedUploads, receiveImport } from '#server/import/jobs/commands.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.importResources, (ctx, input) => receiveImport(ctx, input, '/api/v1/imports'), {
  uploads: receivedUploads,
})
