'use client'

import { useQuery } from '@tanstack/react-query'
import { TextLink } from '#components/ui/text-link.tsx'
import { type CallResponse, callEndpoint } from '#lib/api/call-endpoint.ts'
import type { NewPolicyRule, PolicyRule } from '#lib/contracts/app/policy.ts'
import { previewPolicyRule } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

type Preview = CallResponse<typeof previewPolicyRule>
type Touched = Preview['open_reviews']

/** Query of the changes that a rule would have matched, and of the open reviews that saving it touches. */
export const previewQuery = (id: string | null, rule: NewPolicyRule) => ({
  // JSON has no NaN, which a text that is no number becomes.
  queryKey: [
    previewPolicyRule.tag,
    previewPolicyRule.path,
    id,
    JSON.stringify(rule, (_, value) => (Number.isNaN(value) ? 'NaN' : value)),
  ],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Preview | null> =>
    (await callEndpoint(previewPolicyRule, { body: { id, rule } }, { signal })).data,
  staleTime: 60_000,
})

/** Names the changes with touched reviews: “3 open reviews” and their numbers, as many as there is room for. */
export function ChangeLinks({ count, changes }: Touched['raised']) {
  const links = changes.map((number) => (
    <span key={number}>
      <TextLink href={pagePaths.change(number)}>{number}</TextLink>{' '}
    </span>
  ))
  return (
    <>
      {links}
      {count > changes.length ? `and ${count - changes.length} more` : ''}
    </>
  )
}

const sentences = {
  raised: 'will need a sign-off, and stay so even if you change the rule back, until another manager confirms that:',
  kept: 'will still need a sign-off by the rule as it was, until another manager confirms the change:',
} as const

/** Says which open reviews a write of a rule touches, and how. */
export function TouchedReviews(touched: Touched) {
  const kinds = (['raised', 'kept'] as const).filter((kind) => touched[kind].count > 0)
  if (kinds.length === 0) return <span className="block">It touches no open review.</span>
  return kinds.map((kind) => (
    <span key={kind} className="block">
      <strong className="font-semibold">
        {touched[kind].count === 1 ? '1 open review' : `${touched[kind].count} open reviews`}
      </strong>{' '}
      {sentences[kind]} <ChangeLinks {...touched[kind]} />
    </span>
  ))
}

/** The same about a saved rule that would be switched. */
export function TouchedBySwitch({ rule, isActive }: { rule: PolicyRule; isActive: boolean }) {
  const { id, version, updated_at, updated_by, ...fields } = rule
  const { data, error } = useQuery(previewQuery(id, { ...fields, is_active: isActive }))
  if (data) return <TouchedReviews {...data.open_reviews} />
  return <span className="block">{error ? error.message : 'Looking at open reviews…'}</span>
}
