import * as contract from '#lib/contracts/app/policy-reviewers.ts'
import { route } from '#server/platform/api/route.ts'
import { listServiceReviewers } from '#server/policy/service-reviewers.ts'

export const GET = route(contract.listServiceReviewers, async (ctx) => ({ body: await listServiceReviewers(ctx) }))
