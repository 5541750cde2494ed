'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Control, useFormState, useWatch } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { useDebounced } from '#components/ui/use-debounced.ts'
import type { CallResponse } from '#lib/api/call-endpoint.ts'
import type { NewPolicyRule } from '#lib/contracts/app/policy.ts'
import type { previewPolicyRule } from '#lib/contracts/routes.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { previewQuery } from './touched-reviews.tsx'

type Preview = CallResponse<typeof previewPolicyRule>

const previewDelayMs = 400
/** Stands in for the name, which does not affect the matches. */
const placeholderName = 'Unnamed'

/** Reads the preview of the rule in a form; null while the form is invalid. */
export function useRulePreview(id: string | null, control: Control<NewPolicyRule>) {
  const edited = useDebounced(useWatch({ control }), previewDelayMs)
  const { isDirty } = useFormState({ control })
  const rule = { ...(edited as NewPolicyRule), name: placeholderName }
  const { queryFn, ...query } = previewQuery(id, rule)
  return useQuery({
    ...query,
    queryFn: async (context) => {
      // The initial rule is valid. The schema loads with the first edit.
      const schema = isDirty ? (await import('#lib/contracts/app/policy.ts')).NewPolicyRule : null
      return schema && !schema.safeParse(rule).success ? null : queryFn(context)
    },
    placeholderData: keepPreviousData,
  })
}

/** Recent changes that the rule in the form would have matched. */
export function RulePreview({ data, error, isPlaceholderData }: ReturnType<typeof useRulePreview>) {
  return (
    <Card aria-labelledby="rule-preview" className="lg:sticky lg:top-4">
      <CardHeader id="rule-preview" title="Preview" description="Tested against recent changes. Nothing is saved." />
      <CardBody>
        {data !== undefined ? (
          <div aria-busy={isPlaceholderData} className="flex flex-col gap-3">
            <p role="status" className="text-sm text-pretty">
              {data ? <Sentence {...data} /> : 'Correct the form to see what the rule would have matched.'}
            </p>
            {data ? <MatchedChanges changes={data.changes} /> : null}
          </div>
        ) : error ? (
          <p className="text-sm text-danger-text">{error.message}</p>
        ) : (
          <SkeletonText lines={5} label="Testing the rule" />
        )}
      </CardBody>
    </Card>
  )
}

function Sentence({ considered, picked, picked_alone: exclusive }: Preview) {
  if (considered === 0) return 'No change has ended yet, so there is nothing to test against.'
  const overlap =
    exclusive === picked ? ', none of which another rule matches.' : `, ${exclusive} of which no other rule matches.`
  return (
    <>
      Would have matched{' '}
      <strong className="font-semibold tabular-nums">
        {picked} of the last {considered} changes
      </strong>
      {picked === 0 ? '.' : overlap}
    </>
  )
}

const shownAtFirst = 6

function MatchedChanges({ changes }: Pick<Preview, 'changes'>) {
  const [showsAll, setShowsAll] = useState(false)
  if (changes.length === 0) return null
  return (
    <>
      <ul className="flex flex-col gap-2.5">
        {changes.slice(0, showsAll ? undefined : shownAtFirst).map(({ number, title, ended_at, reason }) => (
          <li key={number} className="min-w-0 text-sm">
            <TextLink href={pagePaths.change(number)} className="font-mono text-xs">
              {number}
            </TextLink>{' '}
            <span className="text-xs text-muted">
              <DateTime value={ended_at} precision="day" />
            </span>
            <span className="block truncate">{title}</span>
            <span className="block text-xs text-muted text-pretty">{reason}</span>
          </li>
        ))}
      </ul>
      {showsAll || changes.length <= shownAtFirst ? null : (
        <Button size="sm" onClick={() => setShowsAll(true)}>
          Show all {changes.length}
        </Button>
      )}
    </>
  )
}
