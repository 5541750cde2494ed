import * as contract from '#lib/contracts/app/unrecorded-changes.ts'
import { listUnrecordedChanges } from '#server/deployments/unrecorded-changes.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listUnrecordedChanges, async (ctx, { query }) => ({
  body: await listUnrecordedChanges(ctx, query),
}))
