import * as contract from '#lib/contracts/app/setup.ts'
import { route } from '#server/platform/api/route.ts'
import { assertSameOrigin, isFromBrowser } from '#server/platform/auth/same-origin.ts'
import { getClientIpAddress } from '#server/platform/http/client-address.ts'
import { createFirstAdmin } from '#server/system/setup/create-first-admin.ts'

export const POST = route(contract.createFirstAdmin, async (ctx, { body, request }) => {
  if (isFromBrowser(request)) assertSameOrigin(request)
  await createFirstAdmin(ctx, body, { ipAddress: getClientIpAddress(request), origin: request.headers.get('origin') })
  return { body: null }
})
