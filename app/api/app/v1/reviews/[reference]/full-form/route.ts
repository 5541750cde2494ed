import * as contract from '#lib/contracts/app/clean-check.ts'
import { route } from '#server/platform/api/route.ts'
import { chooseFullForm } from '#server/reviews/steps/short-form.ts'

export const POST = route(contract.chooseFullForm, async (ctx, { params }) => ({
  body: await chooseFullForm(ctx, params.reference),
}))
