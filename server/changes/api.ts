import * as changePeople from '#lib/contracts/app/change-people.ts'
import * as retention from '#lib/contracts/app/retention.ts'
import * as similarChanges from '#lib/contracts/app/similar-changes.ts'
import { route, routeTo } from '#server/platform/api/route.ts'
import { getChangePeople } from './get-change-people.ts'
import { setLegalHold } from './legal-hold.ts'
import { listSimilarChanges } from './similar-changes.ts'

export const changesApi = [
  routeTo(retention.setLegalHold, (ctx, { params, body }) => setLegalHold(ctx, params.number, body)),
  routeTo(changePeople.getChangePeople, (ctx, { params }) => getChangePeople(ctx, params.number)),
  route(similarChanges.listSimilarChanges, async (ctx, { params }) => ({
    body: { result: await listSimilarChanges(ctx, params.number) },
  })),
]
