import { getWorklist } from '#lib/contracts/app/worklist.ts'
import { route } from '#server/platform/api/route.ts'
import * as worklist from '#server/worklist/queries.ts'

export const GET = route(getWorklist, async (ctx) => ({ body: await worklist.getWorklist(ctx) }))
