import * as contract from '#lib/contracts/app/record-origins.ts'
import { findRecordOrigin } from '#server/history/record-origin.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.findRecordOrigin, async (ctx, { params }) => ({
  body: { origin: await findRecordOrigin(ctx, params.kind, params.number) },
}))
