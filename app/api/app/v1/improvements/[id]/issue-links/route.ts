import { addIssueLink, listIssueLinks } from '#lib/contracts/app/issue-links.ts'
import * as commands from '#server/connections/trackers/link-commands.ts'
import * as queries from '#server/connections/trackers/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listIssueLinks, async (ctx, { params }) => ({
  body: await queries.listIssueLinks(ctx, params.id),
}))

export const POST = route(addIssueLink, async (ctx, { params, body }) => ({
  body: await commands.addIssueLink(ctx, params.id, body),
}))
