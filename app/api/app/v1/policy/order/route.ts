import { orderPolicyRules } from '#lib/contracts/app/policy.ts'
import { route } from '#server/platform/api/route.ts'
import * as commands from '#server/policy/rule-commands.ts'

export const PUT = route(orderPolicyRules, async (ctx, { body }) => {
  const rules = await commands.orderPolicyRules(ctx, body.ids)
  return { body: { result: rules, total_count: rules.length } }
})
