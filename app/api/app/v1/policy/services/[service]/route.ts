import * as contract from '#lib/contracts/app/policy-reviewers.ts'
import { route } from '#server/platform/api/route.ts'
import { deleteServiceReviewer, setServiceReviewer } from '#server/policy/service-reviewers.ts'

export const PUT = route(contract.setServiceReviewer, async (ctx, { params, body }) => ({
  body: await setServiceReviewer(ctx, params.service, body.reviewer),
}))

export const DELETE = route(contract.deleteServiceReviewer, async (ctx, { params }) => {
  await deleteServiceReviewer(ctx, params.service)
  return { body: null }
})
