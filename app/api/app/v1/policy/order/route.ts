import * as contract from '#lib/contracts/app/policy.ts'
import { route } from '#server/platform/api/route.ts'
import { orderPolicyRules } from '#server/policy/rule-commands.ts'

export const PUT = route(contract.orderPolicyRules, async (ctx, { body }) => {
  const rules = await orderPolicyRules(ctx, body.ids)
  return { body: { result: rules, total_count: rules.length } }
})
