import * as comments from '#lib/contracts/app/comments.ts'
import * as requesterQuestions from '#lib/contracts/app/requester-questions.ts'
import { routeTo } from '#server/platform/api/route.ts'
import { findMailSettings } from '#server/platform/settings/current-settings.ts'
import { answerRequesterQuestion } from './answer-question.ts'
import { askRequester as ask } from './ask-requester.ts'
import { addComment, deleteComment, editComment, listComments } from './comments.ts'
import { listRequesterQuestions } from './requester-questions.ts'

export const discussionApi = [
  routeTo(requesterQuestions.answerRequesterQuestion, (ctx, { params, body }) =>
    answerRequesterQuestion(ctx, params.secret, body),
  ),
  routeTo(comments.editComment, (ctx, { params, body }) => editComment(ctx, params.id, body)),
  routeTo(comments.deleteComment, (ctx, { params }) => deleteComment(ctx, params.id)),
  routeTo(comments.listComments, (ctx, { params }) => listComments(ctx, params.reference)),
  routeTo(comments.addComment, (ctx, { params, body }) => addComment(ctx, params.reference, body)),
  routeTo(requesterQuestions.listRequesterQuestions, (ctx, { params }) =>
    listRequesterQuestions(ctx, params.reference),
  ),
  routeTo(requesterQuestions.askRequester, (ctx, { params, body }) =>
    ask(ctx, params.reference, body, { isMailOn: findMailSettings() !== undefined }),
  ),
]
