import * as contract from '#lib/contracts/app/queue.ts'
import { recordList } from '#server/platform/api/list-reply.ts'
import { route } from '#server/platform/api/route.ts'
import { listQueue } from '#server/worklist/queue/queries.ts'

export const GET = route(contract.listQueue, async (ctx, { query }) => recordList(await listQueue(ctx, query), query))
