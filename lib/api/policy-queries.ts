import { queryOptions } from '@tanstack/react-query'
import type { NewPolicyRule } from '#lib/contracts/app/policy.ts'
import { listPolicyRules, listReviewers, previewPolicyRule } from '#lib/contracts/routes.ts'
import { callEndpoint } from './call-endpoint.ts'
import { endpointQuery } from './endpoint-query.ts'

/** What the pages of the policy read of its rules, for their components and for the prefetch alike. */
export const rulesQuery = endpointQuery(listPolicyRules, {})
export const reviewersQuery = endpointQuery(listReviewers, {})

/** What a rule, saved or not, would have picked. Asked by POST, since a rule does not fit an address; nothing is written. */
export const previewQuery = (id: string | null, rule: NewPolicyRule) =>
  queryOptions({
    queryKey: [previewPolicyRule.tag, previewPolicyRule.name, id, rule],
    queryFn: async ({ signal }) => (await callEndpoint(previewPolicyRule, { body: { id, rule } }, { signal })).data,
    staleTime: 60_000,
  })
