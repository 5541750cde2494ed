import * as contract from '#lib/contracts/operations.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getHealth, async () => ({ body: { status: 'alive' as const } }))
