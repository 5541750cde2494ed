import { listUnrecordedChanges } from '#lib/contracts/app/unrecorded-changes.ts'
import * as unrecorded from '#server/deployments/unrecorded-changes.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listUnrecordedChanges, async (ctx, { query }) => ({
  body: await unrecorded.listUnrecordedChanges(ctx, query),
}))
