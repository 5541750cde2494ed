import { queryOptions } from '@tanstack/react-query'
import { listPolicyRules, previewPolicyRule } from '#lib/contracts/admin-routes.ts'
import type { NewPolicyRule } from '#lib/contracts/app/policy.ts'
import type { RuleAssignment } from '#lib/contracts/app/policy-conditions.ts'
import { listReviewers } from '#lib/contracts/routes.ts'
import { callEndpoint } from './call-endpoint.ts'
import { endpointQuery } from './endpoint-query.ts'

export const rulesQuery = endpointQuery(listPolicyRules, {})
export const reviewersQuery = (search = '') => endpointQuery(listReviewers, { query: search ? { search } : {} })

/** The people to whom these assignments go, by e-mail address. */
export const assignedPeople = (assignments: readonly RuleAssignment[]): string[] =>
  assignments.flatMap((assignment) => (assignment.kind === 'person' ? [assignment.email] : []))

/** A POST that only reads: a rule is too long for a URL. */
export const previewQuery = (id: string | null, rule: NewPolicyRule) =>
  queryOptions({
    queryKey: [previewPolicyRule.tag, previewPolicyRule.path, id, rule],
    queryFn: async ({ signal }) => (await callEndpoint(previewPolicyRule, { body: { id, rule } }, { signal })).data,
    staleTime: 60_000,
  })
