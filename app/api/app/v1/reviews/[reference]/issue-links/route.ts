import * as contract from '#lib/contracts/app/issue-links.ts'
import { listReviewIssueLinks } from '#server/connections/trackers/queries.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.listReviewIssueLinks, async (ctx, { params }) => ({
  body: { result: await listReviewIssueLinks(ctx, params.reference) },
}))
