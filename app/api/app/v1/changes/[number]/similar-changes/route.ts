import * as contract from '#lib/contracts/app/similar-changes.ts'
import { listSimilarChanges } from '#server/changes/similar-changes.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listSimilarChanges, async (ctx, { params }) => ({
  body: { result: await listSimilarChanges(ctx, params.number) },
}))
