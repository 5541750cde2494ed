import * as contract from '#lib/contracts/app/system.ts'
import { route } from '#server/platform/api/route.ts'
import { describeSystem } from '#server/system/describe-system.ts'

export const GET = route(contract.getSystem, async (ctx) => ({ body: await describeSystem(ctx) }))
