import * as personalData from '#lib/contracts/app/personal-data.ts'
import * as erasure from '#server/people/erase-person.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(personalData.previewErasure, async (ctx, { query }) => ({
  body: await erasure.previewErasure(ctx, query.email),
}))

export const POST = route(personalData.erasePerson, async (ctx, { body }) => ({
  body: await erasure.erasePerson(ctx, body.email, { inTexts: body.in_texts }),
}))
