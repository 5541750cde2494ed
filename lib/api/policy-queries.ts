import { queryOptions } from '@tanstack/react-query'
import type { NewPolicyRule } from '#lib/contracts/app/policy.ts'
import { listReviewers, previewPolicyRule } from '#lib/contracts/routes.ts'
import { callEndpoint } from './call-endpoint.ts'
import { endpointQuery } from './endpoint-query.ts'

export const reviewersQuery = (search = '') => endpointQuery(listReviewers, { query: search ? { search } : {} })

/** A POST that only reads: a rule is too long for a URL. */
export const previewQuery = (id: string | null, rule: NewPolicyRule) =>
  queryOptions({
    queryKey: [previewPolicyRule.tag, previewPolicyRule.path, id, rule],
    queryFn: async ({ signal }) => (await callEndpoint(previewPolicyRule, { body: { id, rule } }, { signal })).data,
    staleTime: 60_000,
  })
