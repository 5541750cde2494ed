import * as contract from '#lib/contracts/imports.ts'
import { receivedUploads, receiveImport } from '#server/import/jobs/commands.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.importRecords, (ctx, input) => receiveImport(ctx, input, '/api/itsm/v1/imports'), {
  uploads: receivedUploads,
})
