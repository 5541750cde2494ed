import * as attachments from '#lib/contracts/app/attachments.ts'
import * as candidates from '#lib/contracts/app/candidates.ts'
import * as policy from '#lib/contracts/app/policy.ts'
import * as reviewBulk from '#lib/contracts/app/review-bulk.ts'
import * as reviewProposals from '#lib/contracts/app/review-proposals.ts'
import * as reviewSignOff from '#lib/contracts/app/review-sign-off.ts'
import * as reviewVersions from '#lib/contracts/app/review-versions.ts'
import * as reviews from '#lib/contracts/app/reviews.ts'
import { nameModel as nameModelContract } from '#lib/contracts/app/standard-changes.ts'
import { route, routeTo, routeToList } from '#server/platform/api/route.ts'
import { nameModel } from './api-writes/name-model.ts'
import { nameService } from './api-writes/name-service.ts'
import { addAttachment, removeAttachment } from './attachments/commands.ts'
import { attachmentUploads } from './attachments/store-attachment.ts'
import { listPossibleCauses } from './candidates/possible-causes.ts'
import { listCandidates } from './candidates/queries.ts'
import { getCleanCheck } from './clean-checks.ts'
import { assignReviews } from './commands/assign.ts'
import { completeReview } from './commands/complete.ts'
import { completeCleanReviews } from './commands/complete-clean.ts'
import { extendReview } from './commands/extend.ts'
import { publishLesson } from './commands/publish-lesson.ts'
import { remindReviewers } from './commands/remind.ts'
import { reopenReview } from './commands/reopen.ts'
import { takeSecondLook } from './commands/second-look.ts'
import { returnReview, signOffReview } from './commands/sign-off.ts'
import { startReview } from './commands/start.ts'
import { submitReview, withdrawReview } from './commands/submit.ts'
import { confirmWaiver, refuseWaiver, waiveReview } from './commands/waive.ts'
import { getSignOff } from './get-sign-off.ts'
import { listReviewers } from './list-reviewers.ts'
import { previewPolicyRule } from './policy/preview-rule.ts'
import {
  confirmRuleEnd,
  createPolicyRule,
  deletePolicyRule,
  orderPolicyRules,
  updatePolicyRule,
} from './policy/rule-commands.ts'
import { decideReviewProposal, listReviewProposals } from './proposals.ts'
import { findReview } from './queries.ts'
import { saveReviewStep } from './save-step.ts'
import { chooseFullForm } from './short-form.ts'
import { listReviewVersions } from './versions.ts'

export const reviewsApi = [
  route(policy.orderPolicyRules, async (ctx, { body }) => {
    const rules = await orderPolicyRules(ctx, body.ids)
    return { body: { result: rules, total_count: rules.length } }
  }),
  routeTo(nameModelContract, (ctx, { body }) => nameModel(ctx, body)),
  routeTo(policy.previewPolicyRule, (ctx, { body }) => previewPolicyRule(ctx, body)),
  routeTo(policy.updatePolicyRule, (ctx, { params, body, expectedVersions }) =>
    updatePolicyRule(ctx, params.id, body, expectedVersions),
  ),
  routeTo(policy.deletePolicyRule, (ctx, { params, expectedVersions }) =>
    deletePolicyRule(ctx, params.id, expectedVersions),
  ),
  routeTo(policy.createPolicyRule, (ctx, { body }) => createPolicyRule(ctx, body)),
  route(policy.confirmRuleEnd, async (ctx, { params, body }) => ({
    body: { reviews: await confirmRuleEnd(ctx, params.id, body.reason) },
  })),
  routeTo(attachments.removeAttachment, (ctx, { params }) => removeAttachment(ctx, params.id)),
  route(
    attachments.addAttachment,
    async (ctx, { query, upload }) => ({ body: await addAttachment(ctx, query, upload) }),
    { uploads: attachmentUploads },
  ),
  routeTo(candidates.listCandidates, (ctx, { params, query }) => listCandidates(ctx, params.number, query)),
  route(reviews.findReview, async (ctx, { params }) => ({
    body: { review: await findReview(ctx, params.number) },
  })),
  routeTo(reviews.startReview, (ctx, { params }) => startReview(ctx, params.number)),
  routeToList(candidates.listPossibleCauses, (ctx, { params }) => listPossibleCauses(ctx, params.number)),
  routeTo(reviewBulk.listReviewers, (ctx, { query }) => listReviewers(ctx, query)),
  routeTo(reviewSignOff.findCleanCheck, (ctx, { params }) => getCleanCheck(ctx, params.reference)),
  routeTo(reviews.completeReview, (ctx, { params, body }) => completeReview(ctx, params.reference, body)),
  routeTo(reviewSignOff.takeSecondLook, (ctx, { params, body }) => takeSecondLook(ctx, params.reference, body)),
  routeTo(reviewSignOff.extendReview, (ctx, { params, body }) => extendReview(ctx, params.reference, body)),
  routeTo(reviewSignOff.chooseFullForm, (ctx, { params }) => chooseFullForm(ctx, params.reference)),
  routeTo(reviewSignOff.publishLesson, (ctx, { params, body }) =>
    publishLesson(ctx, params.reference, params.key, body),
  ),
  routeTo(reviewProposals.decideReviewProposal, (ctx, { params, body }) =>
    decideReviewProposal(ctx, params, body.decision),
  ),
  routeToList(reviewProposals.listReviewProposals, (ctx, { params }) => listReviewProposals(ctx, params.reference)),
  routeTo(reviewSignOff.reopenReview, (ctx, { params, body }) => reopenReview(ctx, params.reference, body.reason)),
  routeTo(reviewSignOff.returnReview, (ctx, { params, body }) => returnReview(ctx, params.reference, body)),
  routeTo(reviewSignOff.getSignOff, (ctx, { params }) => getSignOff(ctx, params.reference)),
  routeTo(reviewSignOff.signOffReview, (ctx, { params, body }) => signOffReview(ctx, params.reference, body)),
  routeTo(reviews.nameService, (ctx, { params, body }) => nameService(ctx, params.number, body)),
  routeTo(reviews.saveReviewStep, (ctx, { params, body }) => saveReviewStep(ctx, params.reference, params.step, body)),
  routeTo(reviewSignOff.submitReview, (ctx, { params }) => submitReview(ctx, params.reference)),
  routeTo(reviewVersions.listReviewVersions, (ctx, { params }) => listReviewVersions(ctx, params.reference)),
  routeTo(reviewSignOff.confirmWaiver, (ctx, { params, body }) =>
    confirmWaiver(ctx, params.reference, body.implementer),
  ),
  routeTo(reviewSignOff.refuseWaiver, (ctx, { params, body }) => refuseWaiver(ctx, params.reference, body.reason)),
  routeTo(reviewSignOff.waiveReview, (ctx, { params, body }) => waiveReview(ctx, params.reference, body.reason)),
  routeTo(reviewSignOff.withdrawReview, (ctx, { params }) => withdrawReview(ctx, params.reference)),
  routeTo(reviewBulk.assignReviews, (ctx, { body }) => assignReviews(ctx, body)),
  routeTo(reviewBulk.completeCleanReviews, (ctx, { body }) => completeCleanReviews(ctx, body)),
  routeTo(reviewBulk.remindReviewers, (ctx, { body }) => remindReviewers(ctx, body)),
]
