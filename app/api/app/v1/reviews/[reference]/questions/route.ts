import * as contract from '#lib/contracts/app/requester-questions.ts'
import { askRequester as ask } from '#server/discussion/ask-requester.ts'
import { listRequesterQuestions } from '#server/discussion/requester-questions.ts'
import { route } from '#server/platform/api/route.ts'
import { findMailSettings } from '#server/platform/settings/current-settings.ts'

export const GET = route(contract.listRequesterQuestions, async (ctx, { params }) => ({
  body: await listRequesterQuestions(ctx, params.reference),
}))

export const POST = route(contract.askRequester, async (ctx, { params, body }) => ({
  body: await ask(ctx, params.reference, body, { isMailOn: findMailSettings() !== undefined }),
}))
