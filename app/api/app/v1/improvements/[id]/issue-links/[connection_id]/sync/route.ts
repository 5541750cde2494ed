import { syncIssueLink } from '#lib/contracts/app/issue-links.ts'
import * as commands from '#server/connections/trackers/link-commands.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(syncIssueLink, async (ctx, { params }) => ({
  body: await commands.syncIssueLink(ctx, params.id, params.connection_id),
}))
