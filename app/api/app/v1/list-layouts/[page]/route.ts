import * as contract from '#lib/contracts/app/list-layouts.ts'
import { route } from '#server/platform/api/route.ts'
import { resetListLayout, saveListLayout } from '#server/views/list-layouts.ts'

export const PUT = route(contract.saveListLayout, async (ctx, { params, body }) => ({
  body: await saveListLayout(ctx, params.page, body),
}))

export const DELETE = route(contract.resetListLayout, async (ctx, { params }) => {
  await resetListLayout(ctx, params.page)
  return { body: null }
})
