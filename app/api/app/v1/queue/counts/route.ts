import * as contract from '#lib/contracts/app/queue.ts'
import { route } from '#server/platform/api/route.ts'
import { countQueue } from '#server/worklist/queue/count-queue.ts'

export const GET = route(contract.countQueue, async (ctx, { query }) => ({ body: await countQueue(ctx, query) }))
