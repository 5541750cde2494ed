import { listReviewIssueLinks } from '#lib/contracts/app/issue-links.ts'
import * as queries from '#server/connections/trackers/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(listReviewIssueLinks, async (ctx, { params }) => ({
  body: { result: await queries.listReviewIssueLinks(ctx, params.reference) },
}))
