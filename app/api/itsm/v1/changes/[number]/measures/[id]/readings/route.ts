import { addReading as contract } from '#lib/contracts/change-writes.ts'
import { addReading, presentMeasures } from '#server/changes/measures.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract, async (ctx, { params, body }) => ({
  body: { measures: presentMeasures(await addReading(ctx, params, body)).measures },
}))
