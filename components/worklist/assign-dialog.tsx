'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { NativeSelect } from '#components/ui/native-select.tsx'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { assignReviews, listReviewers } from '#lib/contracts/routes.ts'
import { BulkDialog, type BulkDialogProps, outcomeInWords, reviewsInWords } from './bulk-dialog.tsx'
import { useBulk } from './use-bulk.ts'

/** Assigns reviews to a person, or in turn to the members of a group. */
export function AssignDialog({ numbers, onDone, onClose }: BulkDialogProps) {
  const [choice, setChoice] = useState('')
  const reviewers = useQuery(endpointQuery(listReviewers, {}))
  const assign = useBulk(assignReviews, onDone)
  const people = (reviewers.data?.people ?? []).map(({ name, email, open_reviews: open }) => ({
    value: `person ${email}`,
    label: `${name} · ${open} open`,
  }))
  const groups = (reviewers.data?.groups ?? []).map(({ id, name, members }) => ({
    value: `group ${id}`,
    label: `In turn among ${name} (${members})`,
  }))
  const run = () => {
    const [kind, value = ''] = choice.split(' ')
    const to = kind === 'group' ? { group_id: value } : { reviewer: value }
    assign.run({ body: { reviews: [...numbers], ...to } })
  }
  return (
    <BulkDialog
      title={`Assign ${reviewsInWords(numbers.length)}`}
      description="The new reviewers are notified."
      results={assign.data?.results}
      summary={outcomeInWords(assign.data?.results)}
      error={assign.error?.message ?? reviewers.error?.message}
      submit={{ label: 'Assign', busy: assign.isPending, disabled: choice === '', run }}
      onClose={onClose}
    >
      <Field label="Reviewer" name="reviewer" hint="With the number of open reviews of each">
        <NativeSelect
          value={choice}
          onChange={(event) => setChoice(event.target.value)}
          placeholder={reviewers.isPending ? 'Loading…' : 'Choose'}
          options={[...people, ...groups]}
        />
      </Field>
    </BulkDialog>
  )
}
