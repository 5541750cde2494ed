import * as checks from '#lib/contracts/app/checks.ts'
import * as policy from '#lib/contracts/app/policy.ts'
import * as policyReviewers from '#lib/contracts/app/policy-reviewers.ts'
import * as secondLooks from '#lib/contracts/app/second-looks.ts'
import { route, routeTo, routeToList } from '#server/platform/api/route.ts'
import { createReviewCheck, deleteReviewCheck, listReviewChecks, updateReviewCheck } from './checks.ts'
import { createFactor, deleteFactor, listFactors } from './factors.ts'
import { findChangeDecision } from './find-change-decision.ts'
import { createHoliday, createHolidays, deleteHoliday, listHolidays } from './holidays.ts'
import { listPlaces, proposeHolidays } from './public-holidays.ts'
import { createReviewerGroup, deleteReviewerGroup, listReviewerGroups, updateReviewerGroup } from './reviewer-groups.ts'
import { listPolicyRules } from './rules.ts'
import { setSecondLookRule } from './second-look-rule.ts'
import { deleteServiceReviewer, listServiceReviewers, setServiceReviewer } from './service-reviewers.ts'

export const policyApi = [
  route(policy.findChangeDecision, async (ctx, { params }) => ({
    body: { decision: await findChangeDecision(ctx, params.number) },
  })),
  routeTo(secondLooks.setSecondLookRule, (ctx, { body }) => setSecondLookRule(ctx, body)),
  routeTo(policyReviewers.updateReviewerGroup, (ctx, { params, body, expectedVersions }) =>
    updateReviewerGroup(ctx, params.id, body, expectedVersions),
  ),
  routeTo(policyReviewers.deleteReviewerGroup, (ctx, { params, expectedVersions }) =>
    deleteReviewerGroup(ctx, params.id, expectedVersions),
  ),
  routeToList(policyReviewers.listReviewerGroups, (ctx) => listReviewerGroups(ctx)),
  routeTo(policyReviewers.createReviewerGroup, (ctx, { body }) => createReviewerGroup(ctx, body)),
  routeToList(policyReviewers.listHolidayCountries, (_, { query }) => listPlaces(query.country)),
  routeToList(policyReviewers.listHolidayProposals, (ctx, { query }) => proposeHolidays(ctx, query)),
  routeTo(policyReviewers.deleteHoliday, (ctx, { params }) => deleteHoliday(ctx, params.day)),
  route(policyReviewers.createHolidays, async (ctx, { body }) => ({
    body: { added: await createHolidays(ctx, body.holidays) },
  })),
  routeToList(checks.listReviewChecks, (ctx) => listReviewChecks(ctx)),
  routeTo(checks.createReviewCheck, (ctx, { body }) => createReviewCheck(ctx, body)),
  routeTo(checks.updateReviewCheck, (ctx, { params, body, expectedVersions }) =>
    updateReviewCheck(ctx, params.id, body, expectedVersions),
  ),
  routeTo(checks.deleteReviewCheck, (ctx, { params, expectedVersions }) =>
    deleteReviewCheck(ctx, params.id, expectedVersions),
  ),
  routeTo(policyReviewers.deleteFactor, (ctx, { params }) => deleteFactor(ctx, params.name)),
  routeToList(policyReviewers.listFactors, (ctx) => listFactors(ctx)),
  routeTo(policyReviewers.createFactor, (ctx, { body }) => createFactor(ctx, body)),
  routeToList(policyReviewers.listHolidays, (ctx) => listHolidays(ctx)),
  routeTo(policyReviewers.createHoliday, (ctx, { body }) => createHoliday(ctx, body)),
  routeToList(policy.listPolicyRules, (ctx) => listPolicyRules(ctx)),
  routeTo(policyReviewers.setServiceReviewer, (ctx, { params, body }) =>
    setServiceReviewer(ctx, params.service, body.reviewer),
  ),
  routeTo(policyReviewers.deleteServiceReviewer, (ctx, { params }) => deleteServiceReviewer(ctx, params.service)),
  routeTo(policyReviewers.listServiceReviewers, (ctx) => listServiceReviewers(ctx)),
]
