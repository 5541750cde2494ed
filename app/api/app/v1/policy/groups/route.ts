import * as contract from '#lib/contracts/app/policy-reviewers.ts'
import { route } from '#server/platform/api/route.ts'
import { createReviewerGroup, listReviewerGroups } from '#server/policy/reviewer-groups.ts'

export const GET = route(contract.listReviewerGroups, async (ctx) => {
  const { rows, total } = await listReviewerGroups(ctx)
  return { body: { result: rows, total_count: total } }
})

export const POST = route(contract.createReviewerGroup, async (ctx, { body }) => {
  const group = await createReviewerGroup(ctx, body)
  return { body: group, version: group.version }
})
