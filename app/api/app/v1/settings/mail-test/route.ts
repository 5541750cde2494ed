import * as contract from '#lib/contracts/app/settings.ts'
import { route } from '#server/platform/api/route.ts'
import { testMail } from '#server/system/settings/test-mail.ts'

export const POST = route(contract.testMail, async (ctx) => ({ body: await testMail(ctx) }))
