import * as contract from '#lib/contracts/app/mail-preferences.ts'
import { route } from '#server/platform/api/route.ts'
import { getMailPreferences, updateMailPreferences } from '#server/platform/mail/preferences.ts'

export const GET = route(contract.getMailPreferences, async (ctx) => ({
  body: await getMailPreferences(ctx),
}))

export const PATCH = route(contract.updateMailPreferences, async (ctx, { body }) => ({
  body: await updateMailPreferences(ctx, body),
}))
