import * as contract from '#lib/contracts/app/requester-questions.ts'
import { answerRequesterQuestion } from '#server/discussion/answer-question.ts'
import { route } from '#server/platform/api/route.ts'

export const POST = route(contract.answerRequesterQuestion, async (ctx, { params, body }) => ({
  body: await answerRequesterQuestion(ctx, params.secret, body),
}))
