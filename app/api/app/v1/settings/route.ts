import * as contract from '#lib/contracts/app/settings.ts'
import { route } from '#server/platform/api/route.ts'
import { presentSettings } from '#server/system/settings/present-settings.ts'
import { updateSettings } from '#server/system/settings/update-settings.ts'

export const GET = route(contract.getSettings, async () => ({ body: presentSettings() }))

export const PATCH = route(contract.updateSettings, async (ctx, { body, request }) => {
  await updateSettings(ctx, body, request.headers.get('origin'))
  return { body: presentSettings() }
})
