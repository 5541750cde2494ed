import { reviewUnrecordedChange } from '#lib/contracts/app/unrecorded-changes.ts'
import * as unrecorded from '#server/deployments/handle-unrecorded.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(reviewUnrecordedChange, async (ctx, { params }) => ({
  body: await unrecorded.reviewUnrecordedChange(ctx, params.id),
}))
