import { deleteReviewerGroup, updateReviewerGroup } from '#lib/contracts/app/policy-reviewers.ts'
import { route } from '#server/platform/api/route.ts'
import * as groups from '#server/policy/reviewer-groups.ts'

export const PATCH = route(updateReviewerGroup, async (ctx, { params, body, expectedVersions }) => {
  const group = await groups.updateReviewerGroup(ctx, params.id, body, expectedVersions)
  return { body: group, version: group.version }
})

export const DELETE = route(deleteReviewerGroup, async (ctx, { params, expectedVersions }) => {
  await groups.deleteReviewerGroup(ctx, params.id, expectedVersions)
  return { body: null }
})
