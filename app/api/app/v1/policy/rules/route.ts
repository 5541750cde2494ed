import { createPolicyRule, listPolicyRules } from '#lib/contracts/app/policy.ts'
import { route } from '#server/platform/api/route.ts'
import * as commands from '#server/policy/rule-commands.ts'
import * as queries from '#server/policy/rules.ts'

export const GET = route(listPolicyRules, async (ctx) => {
  const { rows, total } = await queries.listPolicyRules(ctx)
  return { body: { result: rows, total_count: total } }
})

export const POST = route(createPolicyRule, async (ctx, { body }) => {
  const rule = await commands.createPolicyRule(ctx, body)
  return { body: rule, version: rule.version }
})
