import { listFigureRecords } from '#lib/contracts/app/figures.ts'
import * as figures from '#server/figures/list-records.ts'
import { recordList } from '#server/http/list-reply.ts'
import { route } from '#server/http/route.ts'

export const GET = route(listFigureRecords, async (ctx, { params, query }) =>
  recordList(await figures.listFigureRecords(ctx, params.name, query), query),
)
