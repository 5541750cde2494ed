'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import { previewQuery } from '#lib/api/policy-queries.ts'
import type { NewPolicyRule, previewPolicyRule } from '#lib/contracts/app/policy.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

type Preview = ResponseOf<typeof previewPolicyRule>

/** Recent changes that the rule in the form would have matched. */
export function RulePreview({ id }: { id: string | null }) {
  const rule = useDebouncedRule()
  const preview = useQuery({ ...previewQuery(id, rule.value), placeholderData: keepPreviousData })
  return (
    <Card aria-labelledby="rule-preview" className="lg:sticky lg:top-4">
      <CardHeader id="rule-preview" title="Preview" description="Tested against recent changes. Nothing is saved." />
      <CardBody>
        {preview.data ? (
          <div aria-busy={preview.isPlaceholderData} className="flex flex-col gap-3">
            <p role="status" className="text-sm text-pretty">
              {rule.isValid ? (
                <Sentence preview={preview.data} />
              ) : (
                'Correct the form to see what the rule would have matched.'
              )}
            </p>
            {rule.isValid ? <MatchedChanges preview={preview.data} /> : null}
          </div>
        ) : preview.isError ? (
          <p className="text-sm text-danger-text">{preview.error.message}</p>
        ) : (
          <SkeletonText lines={5} label="Testing the rule" />
        )}
      </CardBody>
    </Card>
  )
}

function Sentence({ preview: { considered, picked, picked_alone: exclusive } }: { preview: Preview }) {
  if (considered === 0) return 'No change has ended yet, so there is nothing to test against.'
  return (
    <>
      Would have matched{' '}
      <strong className="font-semibold tabular-nums">
        {picked} of the last {considered} changes
      </strong>
      {picked === 0
        ? '.'
        : exclusive === picked
          ? ', none of which another rule matches.'
          : `, ${exclusive} of which no other rule matches.`}
    </>
  )
}

const shownAtFirst = 6

function MatchedChanges({ preview: { changes } }: { preview: Preview }) {
  const [showsAll, setShowsAll] = useState(false)
  if (changes.length === 0) return null
  const shownChanges = showsAll ? changes : changes.slice(0, shownAtFirst)
  return (
    <>
      <ul className="flex flex-col gap-2.5">
        {shownChanges.map(({ number, title, ended_at, reason }) => (
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
      {changes.length > shownChanges.length ? (
        <Button size="sm" onClick={() => setShowsAll(true)}>
          Show all {changes.length}
        </Button>
      ) : null}
    </>
  )
}

const previewDelayMs = 400
/** Stands in for an empty name, which does not affect the matches. */
const placeholderName = 'Unnamed'

/** Returns the debounced rule of the form; while the form is invalid, the last valid rule. */
function useDebouncedRule() {
  const { control, getValues } = useFormContext<NewPolicyRule>()
  const values = useWatch({ control })
  const [rule, setRule] = useState<{ value: NewPolicyRule; isValid: boolean }>(() => ({
    value: { ...getValues(), name: placeholderName },
    isValid: true,
  }))
  const isChanged = useRef(false)
  useEffect(() => {
    // The initial rule is valid. The schema loads with the first edit.
    if (!isChanged.current) {
      isChanged.current = true
      return
    }
    let isStale = false
    const timer = setTimeout(async () => {
      const schema = (await import('#lib/contracts/app/policy.ts')).NewPolicyRule
      const parsed = schema.safeParse({ ...values, name: placeholderName })
      if (isStale) return
      setRule((last) => (parsed.success ? { value: parsed.data, isValid: true } : { ...last, isValid: false }))
    }, previewDelayMs)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [values])
  return rule
}
