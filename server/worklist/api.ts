import * as queue from '#lib/contracts/app/queue.ts'
import * as worklist from '#lib/contracts/app/worklist.ts'
import { routeTo, routeToList } from '#server/platform/api/route.ts'
import { getWorklist } from './queries.ts'
import { countQueue } from './queue/count-queue.ts'
import { listQueue } from './queue/queries.ts'

export const worklistApi = [
  routeTo(queue.countQueue, (ctx, { query }) => countQueue(ctx, query)),
  routeToList(queue.listQueue, (ctx, { query }) => listQueue(ctx, query)),
  routeTo(worklist.getWorklist, (ctx) => getWorklist(ctx)),
]
