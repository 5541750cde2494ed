import * as contract from '#lib/contracts/app/worklist.ts'
import { route } from '#server/platform/api/route.ts'
import { getWorklist } from '#server/worklist/queries.ts'

export const GET = route(contract.getWorklist, async (ctx) => ({ body: await getWorklist(ctx) }))
