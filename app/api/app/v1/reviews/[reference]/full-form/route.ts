import { chooseFullForm } from '#lib/contracts/app/clean-check.ts'
import { route } from '#server/platform/api/route.ts'
import * as shortForm from '#server/reviews/steps/short-form.ts'

export const POST = route(chooseFullForm, async (ctx, { params }) => ({
  body: await shortForm.chooseFullForm(ctx, params.reference),
}))
