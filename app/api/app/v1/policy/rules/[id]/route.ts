import * as contract from '#lib/contracts/app/policy.ts'
import { route } from '#server/platform/api/route.ts'
import { deletePolicyRule, updatePolicyRule } from '#server/policy/rule-commands.ts'

export const PATCH = route(contract.updatePolicyRule, async (ctx, { params, body, expectedVersions }) => {
  const rule = await updatePolicyRule(ctx, params.id, body, expectedVersions)
  return { body: rule, version: rule.version }
})

export const DELETE = route(contract.deletePolicyRule, async (ctx, { params, expectedVersions }) => {
  await deletePolicyRule(ctx, params.id, expectedVersions)
  return { body: null }
})
