import * as contract from '#lib/contracts/app/personal-data.ts'
import { erasePerson, previewErasure } from '#server/people/erase-person.ts'
import { route } from '#server/platform/api/route.ts'

export const GET = route(contract.previewErasure, async (ctx, { query }) => ({
  body: await previewErasure(ctx, query.email),
}))

export const POST = route(contract.erasePerson, async (ctx, { body }) => ({
  body: await erasePerson(ctx, body.email, { inTexts: body.in_texts }),
}))
