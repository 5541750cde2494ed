import * as contract from '#lib/contracts/app/issue-links.ts'
import { addIssueLink } from '#server/connections/trackers/link-commands.ts'
import { listIssueLinks } from '#server/connections/trackers/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listIssueLinks, async (ctx, { params }) => ({
  body: await listIssueLinks(ctx, params.id),
}))

export const POST = route(contract.addIssueLink, async (ctx, { params, body }) => ({
  body: await addIssueLink(ctx, params.id, body),
}))
