import * as contract from '#lib/contracts/app/settings.ts'
import { route } from '#server/platform/api/route.ts'
import { describeSettings } from '#server/system/settings/describe-settings.ts'
import { updateSettings } from '#server/system/settings/update-settings.ts'

export const GET = route(contract.getSettings, async () => ({ body: describeSettings() }))

export const PATCH = route(contract.updateSettings, async (ctx, { body, request }) => {
  await updateSettings(ctx, body, request.headers.get('origin'))
  return { body: describeSettings() }
})
