import { setMetricTarget } from '#lib/contracts/app/metrics.ts'
import * as targets from '#server/insights/metric-targets.ts'
import { route } from '#server/platform/api/route.ts'

export const PUT = route(setMetricTarget, async (ctx, { params, body }) => ({
  body: await targets.setMetricTarget(ctx, params.name, body.target),
}))
