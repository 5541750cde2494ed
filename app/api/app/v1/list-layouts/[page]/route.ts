import { resetListLayout, saveListLayout } from '#lib/contracts/app/list-layouts.ts'
import { route } from '#server/platform/api/route.ts'
import * as layouts from '#server/views/list-layouts.ts'

export const PUT = route(saveListLayout, async (ctx, { params, body }) => ({
  body: await layouts.saveListLayout(ctx, params.page, body),
}))

export const DELETE = route(resetListLayout, async (ctx, { params }) => {
  await layouts.resetListLayout(ctx, params.page)
  return { body: null }
})
