import { getMetrics } from '#lib/contracts/operations.ts'
import { route } from '#server/http/route.ts'
import { renderMetrics } from '#server/metrics/metrics.ts'

export const GET = route(getMetrics, async () => ({ body: await renderMetrics() }), { isForTrouble: true })
