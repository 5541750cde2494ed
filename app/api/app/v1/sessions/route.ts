import * as contract from '#lib/contracts/app/sessions.ts'
import { route } from '#server/platform/api/route.ts'
import { listMySessions } from '#server/platform/auth/own-sessions.ts'

export const GET = route(contract.listMySessions, async (ctx) => ({ body: await listMySessions(ctx) }))
