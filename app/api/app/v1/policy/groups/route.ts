import { createReviewerGroup, listReviewerGroups } from '#lib/contracts/app/policy-reviewers.ts'
import { route } from '#server/platform/api/route.ts'
import * as groups from '#server/policy/reviewer-groups.ts'

export const GET = route(listReviewerGroups, async (ctx) => {
  const { rows, total } = await groups.listReviewerGroups(ctx)
  return { body: { result: rows, total_count: total } }
})

export const POST = route(createReviewerGroup, async (ctx, { body }) => {
  const group = await groups.createReviewerGroup(ctx, body)
  return { body: group, version: group.version }
})
