import { answerRequesterQuestion } from '#lib/contracts/app/requester-questions.ts'
import * as questions from '#server/discussion/answer-question.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(answerRequesterQuestion, async (ctx, { params, body }) => ({
  body: await questions.answerRequesterQuestion(ctx, params.secret, body),
}))
