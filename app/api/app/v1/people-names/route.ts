import * as contract from '#lib/contracts/app/people-names.ts'
import { listPeopleNames } from '#server/people/names.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listPeopleNames, async (ctx, { query }) => ({
  body: await listPeopleNames(ctx, query.emails.split(',')),
}))
