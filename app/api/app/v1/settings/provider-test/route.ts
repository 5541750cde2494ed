import * as contract from '#lib/contracts/app/settings.ts'
import { route } from '#server/platform/api/route.ts'
import { testProvider } from '#server/system/settings/test-provider.ts'

export const POST = route(contract.testProvider, async () => ({ body: await testProvider() }))
