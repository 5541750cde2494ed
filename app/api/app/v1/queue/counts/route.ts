import { countQueue } from '#lib/contracts/app/queue.ts'
import { route } from '#server/platform/api/route.ts'
import * as counts from '#server/worklist/queue/count-queue.ts'

export const GET = route(countQueue, async (ctx, { query }) => ({ body: await counts.countQueue(ctx, query) }))
