import * as contract from '#lib/contracts/app/policy-reviewers.ts'
import { route } from '#server/platform/api/route.ts'
import { deleteReviewerGroup, updateReviewerGroup } from '#server/policy/reviewer-groups.ts'

export const PATCH = route(contract.updateReviewerGroup, async (ctx, { params, body, expectedVersions }) => {
  const group = await updateReviewerGroup(ctx, params.id, body, expectedVersions)
  return { body: group, version: group.version }
})

export const DELETE = route(contract.deleteReviewerGroup, async (ctx, { params, expectedVersions }) => {
  await deleteReviewerGroup(ctx, params.id, expectedVersions)
  return { body: null }
})
