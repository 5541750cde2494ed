import * as contract from '#lib/contracts/app/controls.ts'
import { buildControlLibrary } from '#server/insights/controls/control-library.ts'
import { toFileResult } from '#server/platform/api/file-response.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getControlLibrary, async (ctx) =>
  toFileResult('application/yaml', 'hindsight-controls.yaml', await buildControlLibrary(ctx)),
)
