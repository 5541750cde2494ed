import { listReviewIssueLinks } from '#lib/contracts/app/issue-links.ts'
import { route } from '#server/platform/api/route.ts'
import * as queries from '#server/trackers/queries.ts'

export const GET = route(listReviewIssueLinks, async (ctx, { params }) => ({
  body: { result: await queries.listReviewIssueLinks(ctx, params.reference) },
}))
