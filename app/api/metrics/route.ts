import { getMetrics } from '#lib/contracts/operations.ts'
import { renderMetrics } from '#server/http/metrics.ts'
import { route } from '#server/http/route.ts'

export const GET = route(getMetrics, async () => ({ body: await renderMetrics() }))
