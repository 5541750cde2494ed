import { listQueue } from '#lib/contracts/app/queue.ts'
import { recordList } from '#server/platform/api/list-reply.ts'
import { route } from '#server/platform/api/route.ts'
import * as queries from '#server/worklist/queue/queries.ts'

export const GET = route(listQueue, async (ctx, { query }) => recordList(await queries.listQueue(ctx, query), query))
