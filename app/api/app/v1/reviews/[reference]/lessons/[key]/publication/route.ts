import { publishLesson } from '#lib/contracts/app/published-lessons.ts'
import { route } from '#server/platform/api/route.ts'
import * as publishing from '#server/reviews/lessons/publish-lesson.ts'

export const POST = route(publishLesson, async (ctx, { params, body }) => ({
  body: await publishing.publishLesson(ctx, params.reference, params.key, body),
}))
