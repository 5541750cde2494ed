import { getMailPreferences, updateMailPreferences } from '#lib/contracts/app/mail-preferences.ts'
import { route } from '#server/platform/api/route.ts'
import * as preferences from '#server/platform/mail/preferences.ts'

export const GET = route(getMailPreferences, async (ctx) => ({
  body: await preferences.getMailPreferences(ctx),
}))

export const PATCH = route(updateMailPreferences, async (ctx, { body }) => ({
  body: await preferences.updateMailPreferences(ctx, body),
}))
