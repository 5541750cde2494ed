import { getHealth } from '#lib/contracts/operations.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(getHealth, async () => ({ body: { status: 'alive' as const } }))
