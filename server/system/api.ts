import * as settings from '#lib/contracts/app/settings.ts'
import * as system from '#lib/contracts/app/system.ts'
import { allRetentions } from '#server/all-retentions.ts'
import { route, routeTo } from '#server/platform/api/route.ts'
import { assertSameOrigin, isFromBrowser } from '#server/platform/auth/same-origin.ts'
import { getClientIpAddress } from '#server/platform/http/api-request.ts'
import { confirmOriginal } from '#server/platform/installation.ts'
import { retryMail } from './failing-mail.ts'
import { readSystem } from './read-system.ts'
import { presentSettings } from './settings/present-settings.ts'
import { previewRetention } from './settings/retention.ts'
import { testMail, testProvider } from './settings/test-provider.ts'
import { updateSettings } from './settings/update-settings.ts'
import { createFirstAdmin } from './setup/create-first-admin.ts'

export const systemApi = [
  routeTo(settings.testMail, (ctx) => testMail(ctx)),
  routeTo(settings.testProvider, () => testProvider()),
  routeTo(settings.previewRetention, (ctx, { query }) => previewRetention(ctx, allRetentions, query)),
  route(settings.getSettings, async () => ({ body: presentSettings() })),
  route(settings.updateSettings, async (ctx, { body, request }) => {
    await updateSettings(ctx, body, request.headers.get('origin'))
    return { body: presentSettings() }
  }),
  route(settings.createFirstAdmin, async (ctx, { body, request }) => {
    if (isFromBrowser(request)) assertSameOrigin(request)
    await createFirstAdmin(ctx, body, { ipAddress: getClientIpAddress(request), origin: request.headers.get('origin') })
    return { body: null }
  }),
  routeTo(system.confirmOriginal, (ctx, { body }) => confirmOriginal(ctx, body.reason)),
  routeTo(system.retryMail, (ctx, { params }) => retryMail(ctx, params.id)),
  routeTo(system.getSystem, (ctx) => readSystem(ctx)),
]
