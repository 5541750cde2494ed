import * as contract from '#lib/contracts/app/issue-links.ts'
import { removeIssueLink } from '#server/connections/trackers/link-commands.ts'
import { route } from '#server/platform/api/route.ts'

export const DELETE = route(contract.removeIssueLink, async (ctx, { params }) => {
  await removeIssueLink(ctx, params.id, params.connection_id)
  return { body: null }
})
