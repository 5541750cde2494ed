import { listSavedMappings } from '#lib/contracts/app/import-mappings.ts'
import * as mappings from '#server/import/jobs/mappings.ts'
import { presetMappings } from '#server/import/presets/find-preset.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listSavedMappings, async (ctx, { query: { kind } }) => ({
  body: {
    result: await mappings.listSavedMappings(ctx, kind),
    presets: kind === undefined ? [] : presetMappings(kind),
  },
}))
