import { deletePolicyRule, updatePolicyRule } from '#lib/contracts/app/policy.ts'
import { route } from '#server/platform/api/route.ts'
import * as commands from '#server/policy/rule-commands.ts'

export const PATCH = route(updatePolicyRule, async (ctx, { params, body, expectedVersions }) => {
  const rule = await commands.updatePolicyRule(ctx, params.id, body, expectedVersions)
  return { body: rule, version: rule.version }
})

export const DELETE = route(deletePolicyRule, async (ctx, { params, expectedVersions }) => {
  await commands.deletePolicyRule(ctx, params.id, expectedVersions)
  return { body: null }
})
