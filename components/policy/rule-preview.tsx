'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import { DateTime } from '#components/ui/date-time.tsx'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { previewQuery } from '#lib/api/policy-queries.ts'
import type { NewPolicyRule, previewPolicyRule } from '#lib/contracts/app/policy.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'

type Preview = ResponseOf<typeof previewPolicyRule>

/** What the rule would have picked as it stands in the form. */
export function RulePreview({ id }: { id: string | null }) {
  const rule = useSettledRule()
  const preview = useQuery({ ...previewQuery(id, rule.value), placeholderData: keepPreviousData })
  return (
    <Card aria-labelledby="rule-preview" className="lg:sticky lg:top-4">
      <CardHeader
        id="rule-preview"
        title="Preview"
        description="Tried on the changes that ended last; nothing is written."
      />
      <CardBody>
        {preview.data ? (
          <div aria-busy={preview.isPlaceholderData} className="flex flex-col gap-3">
            <p role="status" className="text-sm text-pretty">
              {rule.isWhole ? (
                <Sentence preview={preview.data} />
              ) : (
                'Mend the form to see what the rule would have picked.'
              )}
            </p>
            {rule.isWhole ? <Picked preview={preview.data} /> : null}
          </div>
        ) : preview.isError ? (
          <p className="text-sm text-danger-text">{preview.error.message}</p>
        ) : (
          <SkeletonText lines={5} label="Trying the rule" />
        )}
      </CardBody>
    </Card>
  )
}

function Sentence({ preview: { considered, picked, picked_alone: alone } }: { preview: Preview }) {
  if (considered === 0) return 'No change has ended yet, so there is nothing to try it on.'
  return (
    <>
      Would have picked{' '}
      <strong className="font-semibold tabular-nums">
        {picked} of the last {considered} changes
      </strong>
      {picked === 0
        ? '.'
        : alone === picked
          ? ', none of which another rule picks.'
          : `, ${alone} of them by no other rule.`}
    </>
  )
}

const shownAtFirst = 6

function Picked({ preview: { changes } }: { preview: Preview }) {
  const [isWhole, setWhole] = useState(false)
  if (changes.length === 0) return null
  const shown = isWhole ? changes : changes.slice(0, shownAtFirst)
  return (
    <>
      <ul className="flex flex-col gap-2.5">
        {shown.map(({ number, title, ended_at, reason }) => (
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
      {changes.length > shown.length ? (
        <Button size="sm" onClick={() => setWhole(true)}>
          Show all {changes.length}
        </Button>
      ) : null}
    </>
  )
}

const pauseBeforeTrying = 400
/** Stands in for a name that is not typed yet: it does not matter to what is picked. */
const anyName = 'Unnamed'

/** The rule of the form once typing has paused; where it is not whole, the last one that was. */
function useSettledRule() {
  const { control, getValues } = useFormContext<NewPolicyRule>()
  const values = useWatch({ control })
  const [rule, setRule] = useState<{ value: NewPolicyRule; isWhole: boolean }>(() => ({
    value: { ...getValues(), name: anyName },
    isWhole: true,
  }))
  const isChanged = useRef(false)
  useEffect(() => {
    // The rule as it came is whole; the schema is fetched with the first change of it.
    if (!isChanged.current) {
      isChanged.current = true
      return
    }
    let isStale = false
    const timer = setTimeout(async () => {
      const schema = (await import('#lib/contracts/app/policy.ts')).NewPolicyRule
      const parsed = schema.safeParse({ ...values, name: anyName })
      if (isStale) return
      setRule((last) => (parsed.success ? { value: parsed.data, isWhole: true } : { ...last, isWhole: false }))
    }, pauseBeforeTrying)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [values])
  return rule
}
