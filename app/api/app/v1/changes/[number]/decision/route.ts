import * as contract from '#lib/contracts/app/policy.ts'
import { route } from '#server/platform/api/route.ts'
import { findChangeDecision } from '#server/policy/find-change-decision.ts'

export const GET = route(contract.findChangeDecision, async (ctx, { params }) => ({
  body: { decision: await findChangeDecision(ctx, params.number) },
}))
