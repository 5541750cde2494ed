import * as unrecordedChanges from '#lib/contracts/app/unrecorded-changes.ts'
import { routeTo } from '#server/platform/api/route.ts'
import { dismissUnrecordedChange, reviewUnrecordedChange } from './handle-unrecorded.ts'
import { listUnrecordedChanges } from './unrecorded-changes.ts'

export const deploymentsApi = [
  routeTo(unrecordedChanges.dismissUnrecordedChange, (ctx, { params, body }) =>
    dismissUnrecordedChange(ctx, params.id, body.reason),
  ),
  routeTo(unrecordedChanges.reviewUnrecordedChange, (ctx, { params }) => reviewUnrecordedChange(ctx, params.id)),
  routeTo(unrecordedChanges.listUnrecordedChanges, (ctx, { query }) => listUnrecordedChanges(ctx, query)),
]
