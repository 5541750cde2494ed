import * as contract from '#lib/contracts/app/queue.ts'
import { toRecordList } from '#server/platform/api/list-result.ts'
import { route } from '#server/platform/api/route.ts'
import { listQueue } from '#server/worklist/queue/queries.ts'

export const GET = route(contract.listQueue, async (ctx, { query }) => toRecordList(await listQueue(ctx, query), query))
