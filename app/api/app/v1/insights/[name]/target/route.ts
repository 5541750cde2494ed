import * as contract from '#lib/contracts/app/metrics.ts'
import { setMetricTarget } from '#server/insights/metric-targets.ts'
import { route } from '#server/platform/api/route.ts'

export const PUT = route(contract.setMetricTarget, async (ctx, { params, body }) => ({
  body: await setMetricTarget(ctx, params.name, body.target),
}))
