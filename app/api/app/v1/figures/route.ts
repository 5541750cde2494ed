import { getFigures } from '#lib/contracts/app/figures.ts'
import * as figures from '#server/figures/get-figures.ts'
import { route } from '#server/http/route.ts'

export const GET = route(getFigures, async (ctx, { query }) => ({ body: await figures.getFigures(ctx, query) }))
