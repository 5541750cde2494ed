import * as contract from '#lib/contracts/app/published-lessons.ts'
import { route } from '#server/platform/api/route.ts'
import { publishLesson } from '#server/reviews/lessons/publish-lesson.ts'

export const POST = route(contract.publishLesson, async (ctx, { params, body }) => ({
  body: await publishLesson(ctx, params.reference, params.key, body),
}))
