import * as contract from '#lib/contracts/operations.ts'
import { route } from '#server/platform/api/route.ts'
import { renderMetrics } from '#server/platform/metrics/metrics.ts'

export const GET = route(contract.getMetrics, async () => ({ body: await renderMetrics() }), {
  servesWhenDegraded: true,
})
