import * as contract from '#lib/contracts/app/issue-links.ts'
import { syncIssueLink } from '#server/connections/trackers/link-commands.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.syncIssueLink, async (ctx, { params }) => ({
  body: await syncIssueLink(ctx, params.id, params.connection_id),
}))
