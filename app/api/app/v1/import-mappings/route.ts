import * as contract from '#lib/contracts/app/import-mappings.ts'
import { listSavedMappings } from '#server/import/jobs/mappings.ts'
import { listPresetMappings } from '#server/import/presets/find-preset.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listSavedMappings, async (ctx, { query: { kind } }) => ({
  body: {
    result: await listSavedMappings(ctx, kind),
    presets: kind === undefined ? [] : listPresetMappings(kind),
  },
}))
