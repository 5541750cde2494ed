import { listSimilarChanges } from '#lib/contracts/app/similar-changes.ts'
import * as similar from '#server/changes/similar-changes.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listSimilarChanges, async (ctx, { params }) => ({
  body: { result: await similar.listSimilarChanges(ctx, params.number) },
}))
