import { listMySessions } from '#lib/contracts/app/sessions.ts'
import * as ownSessions from '#server/accounts/own-sessions.ts'
import { route } from '#server/http/route.ts'

export const GET = route(listMySessions, async (ctx) => ({ body: await ownSessions.listMySessions(ctx) }))
