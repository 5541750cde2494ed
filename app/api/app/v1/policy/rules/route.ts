import * as contract from '#lib/contracts/app/policy.ts'
import { route } from '#server/platform/api/route.ts'
import { createPolicyRule } from '#server/policy/rule-commands.ts'
import { listPolicyRules } from '#server/policy/rules.ts'

export const GET = route(contract.listPolicyRules, async (ctx) => {
  const { rows, total } = await listPolicyRules(ctx)
  return { body: { result: rows, total_count: total } }
})

export const POST = route(contract.createPolicyRule, async (ctx, { body }) => {
  const rule = await createPolicyRule(ctx, body)
  return { body: rule, version: rule.version }
})
