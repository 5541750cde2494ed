import * as contract from '#lib/contracts/app/system.ts'
import { route } from '#server/platform/api/route.ts'
import { readSystem } from '#server/system/read-system.ts'

export const GET = route(contract.getSystem, async (ctx) => ({ body: await readSystem(ctx) }))
