import * as queue from '#lib/contracts/app/queue.ts'
import * as worklist from '#lib/contracts/app/worklist.ts'
import { toRecordList } from '#server/platform/api/list-result.ts'
import { route, routeTo } from '#server/platform/api/route.ts'
import { getWorklist } from './queries.ts'
import { countQueue } from './queue/count-queue.ts'
import { listQueue } from './queue/queries.ts'

export const worklistApi = [
  routeTo(queue.countQueue, (ctx, { query }) => countQueue(ctx, query)),
  route(queue.listQueue, async (ctx, { query }) => toRecordList(await listQueue(ctx, query), query)),
  routeTo(worklist.getWorklist, (ctx) => getWorklist(ctx)),
]
