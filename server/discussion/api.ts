import * as discussion from '#lib/contracts/app/review-discussion.ts'
import { routeTo } from '#server/platform/api/route.ts'
import { findMailSettings } from '#server/platform/settings/current-settings.ts'
import { addComment, deleteComment, editComment, listComments } from './comments.ts'
import { answerRequesterQuestion, askQuestion as ask, listRequesterQuestions } from './requester-questions.ts'

export const discussionApi = [
  routeTo(discussion.answerRequesterQuestion, (ctx, { params, body }) =>
    answerRequesterQuestion(ctx, params.secret, body),
  ),
  routeTo(discussion.editComment, (ctx, { params, body }) => editComment(ctx, params.id, body)),
  routeTo(discussion.deleteComment, (ctx, { params }) => deleteComment(ctx, params.id)),
  routeTo(discussion.listComments, (ctx, { params }) => listComments(ctx, params.reference)),
  routeTo(discussion.addComment, (ctx, { params, body }) => addComment(ctx, params.reference, body)),
  routeTo(discussion.listRequesterQuestions, (ctx, { params }) => listRequesterQuestions(ctx, params.reference)),
  routeTo(discussion.askQuestion, (ctx, { params, body }) =>
    ask(ctx, params.reference, body, { isMailOn: findMailSettings() !== undefined }),
  ),
]
