import { listSavedMappings } from '#lib/contracts/app/import-mappings.ts'
import * as mappings from '#server/imports/mappings.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listSavedMappings, async (ctx, { query }) => ({
  body: { result: await mappings.listSavedMappings(ctx, query.kind) },
}))
