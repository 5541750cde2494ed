import * as contract from '#lib/contracts/app/policy.ts'
import { route } from '#server/platform/api/route.ts'
import { previewPolicyRule } from '#server/policy/preview-rule.ts'

export const POST = route(contract.previewPolicyRule, async (ctx, { body }) => ({
  body: await previewPolicyRule(ctx, body),
}))
