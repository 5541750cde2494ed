import * as contract from '#lib/contracts/app/setup.ts'
import { route } from '#server/platform/api/route.ts'
import { clientAddressOf } from '#server/platform/http/client-address.ts'
import { createFirstAdmin } from '#server/setup/create-first-admin.ts'

export const POST = route(contract.createFirstAdmin, async (ctx, { body, request }) => {
  await createFirstAdmin(ctx, body, clientAddressOf(request))
  return { body: null }
})
