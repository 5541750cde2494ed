'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useId, useState } from 'react'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card, CardFooter, CardHeader } from '#components/ui/card.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { showErrorToast, showToast } from '#components/ui/overlay/toast.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Due } from '#components/ui/time/due.tsx'
import { PersonInput } from '#components/users/person-input.tsx'
import { ReviewerInput } from '#components/users/reviewer-input.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import type { Leaver, Reassignment } from '#lib/contracts/app/leavers.ts'
import { reassignWork } from '#lib/contracts/routes.ts'
import { countDaysBetween } from '#lib/domain/improvements/improvement-due.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { describeCount } from '#lib/text/counted.ts'

const reasons = { account_disabled: 'Account disabled', left_directory: 'Left the directory' } as const

/** The open work of a person who left, to reassign all or the selected records. */
export function LeaverCard({ leaver, today }: { leaver: Leaver; today: string }) {
  const { email, work, open_reviews: reviews, unfinished_actions: actions } = leaver
  const name = leaver.name ?? email
  const router = useRouter()
  const id = useId()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [to, setTo] = useState('')
  const [refused, setRefused] = useState<readonly Reassignment[]>([])
  const reassign = useEndpointMutation(reassignWork, ['Reviews', 'Improvements'])
  const selectedWork = work.filter((record) => selected.has(record.id))
  const hasReviews = selectedWork.length > 0 ? selectedWork.some(({ kind }) => kind === 'review') : reviews > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const items = selectedWork.map((record) => record.id)
    reassign.mutate(
      { body: { from: email, to, ...(items.length > 0 ? { items } : {}) } },
      {
        onSuccess: ({ results }) => {
          const done = results.filter(({ result }) => result === 'done').length
          setRefused(results.filter(({ result }) => result === 'refused'))
          setSelected(new Set())
          router.refresh()
          if (done > 0) showToast({ kind: 'success', title: `${describeCount(done, 'record')} of ${name} reassigned` })
        },
        onError: showErrorToast,
      },
    )
  }
  return (
    <Card aria-labelledby={id}>
      <CardHeader
        id={id}
        title={name}
        description={[
          ...(reviews > 0 ? [describeCount(reviews, 'open review')] : []),
          ...(actions > 0 ? [describeCount(actions, 'unfinished action')] : []),
        ].join(' · ')}
        actions={<Badge tone="warning">{reasons[leaver.reason]}</Badge>}
      />
      <ul className="max-h-96 overflow-y-auto">
        {work.map(({ kind, id: record, title, change_number: change, due_on: due }) => (
          <li key={record} className="flex items-center gap-2 border-b border-line px-4 py-1.5 text-sm last:border-b-0">
            <Checkbox
              aria-label={`Select ${title}`}
              checked={selected.has(record)}
              onChange={() => setSelected(selected.symmetricDifference(new Set([record])))}
            />
            <span className="min-w-0 flex-1">
              <TextLink href={change === null ? pagePaths.improvement(record) : pagePaths.review(change)}>
                {title}
              </TextLink>
              <span className="block text-xs text-muted">{kind === 'review' ? `Review ${record}` : 'Action'}</span>
            </span>
            {due === null ? null : <Due day={due} daysLeft={countDaysBetween(today, due)} />}
          </li>
        ))}
      </ul>
      {refused.length > 0 ? (
        <div className="px-4 py-2">
          <Notice tone="warning" title="Not reassigned" announce>
            <ul>
              {refused.map((record) => (
                <li key={record.id}>
                  {record.title ?? record.id}: {record.text}
                </li>
              ))}
            </ul>
          </Notice>
        </div>
      ) : null}
      <form onSubmit={submit} aria-label={`Reassign the work of ${name}`}>
        <CardFooter>
          <Field label="Reassign to" hideLabel className="min-w-0 max-w-sm flex-1 basis-48">
            {hasReviews ? (
              <ReviewerInput required placeholder="Reassign to" value={to} except={[email]} onChange={setTo} />
            ) : (
              <PersonInput required placeholder="Reassign to" value={to} onChange={setTo} />
            )}
          </Field>
          <Button type="submit" variant="primary" busy={reassign.isPending}>
            {selectedWork.length > 0 ? `Reassign ${selectedWork.length} selected` : 'Reassign all'}
          </Button>
        </CardFooter>
      </form>
    </Card>
  )
}
