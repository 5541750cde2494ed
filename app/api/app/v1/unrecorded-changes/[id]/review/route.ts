import * as contract from '#lib/contracts/app/unrecorded-changes.ts'
import { reviewUnrecordedChange } from '#server/deployments/handle-unrecorded.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.reviewUnrecordedChange, async (ctx, { params }) => ({
  body: await reviewUnrecordedChange(ctx, params.id),
}))
