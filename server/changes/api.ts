import * as changes from '#lib/contracts/app/changes.ts'
import * as settings from '#lib/contracts/app/settings.ts'
import { routeTo, routeToList } from '#server/platform/api/route.ts'
import { getChangePeople } from './get-change-people.ts'
import { setLegalHold } from './legal-hold.ts'
import { listSimilarChanges } from './similar-changes.ts'

export const changesApi = [
  routeTo(settings.setLegalHold, (ctx, { params, body }) => setLegalHold(ctx, params.number, body)),
  routeTo(changes.getChangePeople, (ctx, { params }) => getChangePeople(ctx, params.number)),
  routeToList(changes.listSimilarChanges, (ctx, { params }) => listSimilarChanges(ctx, params.number)),
]
