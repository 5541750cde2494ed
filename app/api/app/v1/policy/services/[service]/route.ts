import { deleteServiceReviewer, setServiceReviewer } from '#lib/contracts/app/policy-reviewers.ts'
import { route } from '#server/platform/api/route.ts'
import * as services from '#server/policy/service-reviewers.ts'

export const PUT = route(setServiceReviewer, async (ctx, { params, body }) => ({
  body: await services.setServiceReviewer(ctx, params.service, body.reviewer),
}))

export const DELETE = route(deleteServiceReviewer, async (ctx, { params }) => {
  await services.deleteServiceReviewer(ctx, params.service)
  return { body: null }
})
