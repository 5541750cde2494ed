import { removeIssueLink } from '#lib/contracts/app/issue-links.ts'
import * as commands from '#server/connections/trackers/link-commands.ts'
import { route } from '#server/platform/api/route.ts'

export const DELETE = route(removeIssueLink, async (ctx, { params }) => {
  await commands.removeIssueLink(ctx, params.id, params.connection_id)
  return { body: null }
})
