import * as policy from '#lib/contracts/app/policy.ts'
import * as policyCalendar from '#lib/contracts/app/policy-calendar.ts'
import * as policyReviewers from '#lib/contracts/app/policy-reviewers.ts'
import { route, routeTo } from '#server/platform/api/route.ts'
import { findChangeDecision } from './find-change-decision.ts'
import { createHoliday, createHolidays, deleteHoliday, listHolidays } from './holidays.ts'
import { previewPolicyRule } from './preview-rule.ts'
import { listPlaces, proposeHolidays } from './public-holidays.ts'
import { createReviewerGroup, deleteReviewerGroup, listReviewerGroups, updateReviewerGroup } from './reviewer-groups.ts'
import { createPolicyRule, deletePolicyRule, orderPolicyRules, updatePolicyRule } from './rule-commands.ts'
import { listPolicyRules } from './rules.ts'
import { deleteServiceReviewer, listServiceReviewers, setServiceReviewer } from './service-reviewers.ts'

export const policyApi = [
  route(policy.findChangeDecision, async (ctx, { params }) => ({
    body: { decision: await findChangeDecision(ctx, params.number) },
  })),
  route(policyReviewers.updateReviewerGroup, async (ctx, { params, body, expectedVersions }) => {
    const group = await updateReviewerGroup(ctx, params.id, body, expectedVersions)
    return { body: group, version: group.version }
  }),
  routeTo(policyReviewers.deleteReviewerGroup, (ctx, { params, expectedVersions }) =>
    deleteReviewerGroup(ctx, params.id, expectedVersions),
  ),
  route(policyReviewers.listReviewerGroups, async (ctx) => {
    const { rows, total } = await listReviewerGroups(ctx)
    return { body: { result: rows, total_count: total } }
  }),
  route(policyReviewers.createReviewerGroup, async (ctx, { body }) => {
    const group = await createReviewerGroup(ctx, body)
    return { body: group, version: group.version }
  }),
  route(policyCalendar.listHolidayCountries, async (_, { query }) => ({
    body: { result: await listPlaces(query.country) },
  })),
  route(policyCalendar.listHolidayProposals, async (ctx, { query }) => ({
    body: { result: await proposeHolidays(ctx, query) },
  })),
  routeTo(policyCalendar.deleteHoliday, (ctx, { params }) => deleteHoliday(ctx, params.day)),
  route(policyCalendar.createHolidays, async (ctx, { body }) => ({
    body: { added: await createHolidays(ctx, body.holidays) },
  })),
  route(policyCalendar.listHolidays, async (ctx) => {
    const { rows, total } = await listHolidays(ctx)
    return { body: { result: rows, total_count: total } }
  }),
  routeTo(policyCalendar.createHoliday, (ctx, { body }) => createHoliday(ctx, body)),
  route(policy.orderPolicyRules, async (ctx, { body }) => {
    const rules = await orderPolicyRules(ctx, body.ids)
    return { body: { result: rules, total_count: rules.length } }
  }),
  routeTo(policy.previewPolicyRule, (ctx, { body }) => previewPolicyRule(ctx, body)),
  route(policy.updatePolicyRule, async (ctx, { params, body, expectedVersions }) => {
    const rule = await updatePolicyRule(ctx, params.id, body, expectedVersions)
    return { body: rule, version: rule.version }
  }),
  routeTo(policy.deletePolicyRule, (ctx, { params, expectedVersions }) =>
    deletePolicyRule(ctx, params.id, expectedVersions),
  ),
  route(policy.listPolicyRules, async (ctx) => {
    const { rows, total } = await listPolicyRules(ctx)
    return { body: { result: rows, total_count: total } }
  }),
  route(policy.createPolicyRule, async (ctx, { body }) => {
    const rule = await createPolicyRule(ctx, body)
    return { body: rule, version: rule.version }
  }),
  routeTo(policyReviewers.setServiceReviewer, (ctx, { params, body }) =>
    setServiceReviewer(ctx, params.service, body.reviewer),
  ),
  routeTo(policyReviewers.deleteServiceReviewer, (ctx, { params }) => deleteServiceReviewer(ctx, params.service)),
  routeTo(policyReviewers.listServiceReviewers, (ctx) => listServiceReviewers(ctx)),
]
