import * as contract from '#lib/contracts/app/change-people.ts'
import { getChangePeople } from '#server/changes/get-change-people.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.getChangePeople, async (ctx, { params }) => ({
  body: await getChangePeople(ctx, params.number),
}))
