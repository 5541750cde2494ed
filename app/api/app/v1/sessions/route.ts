import { listMySessions } from '#lib/contracts/app/sessions.ts'
import { route } from '#server/platform/api/route.ts'
import * as ownSessions from '#server/platform/auth/own-sessions.ts'

export const GET = route(listMySessions, async (ctx) => ({ body: await ownSessions.listMySessions(ctx) }))
