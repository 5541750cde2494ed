'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { EntryForm } from '#components/ui/entry-form.tsx'
import { Field } from '#components/ui/field.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { showToast } from '#components/ui/toast.ts'
import { showServerErrors } from '#lib/api/form-errors.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import * as contract from '#lib/contracts/app/improvement-edits.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { settleImprovementLook } from '#lib/contracts/routes.ts'
import { patchCachedImprovement } from './cached-improvements.ts'
import { statusLabels } from './improvement-words.ts'

const RecheckNote = contract.settleImprovementLook.body.pick({ note: true })

type RecheckFormProps = { improvement: Improvement; isSameFailure: boolean; onDone: () => void }

/** Records the result of rechecking an action. */
export function RecheckForm({ improvement: { id, title }, isSameFailure, onDone }: RecheckFormProps) {
  const client = useQueryClient()
  const settle = useEndpointMutation(settleImprovementLook, ['Search'])
  const form = useForm<{ note: string }>({ resolver: zodResolver(RecheckNote), defaultValues: { note: '' } })
  const { errors, isSubmitting } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus('note'), [setFocus])
  const submit = form.handleSubmit(async ({ note }) => {
    try {
      const after = await settle.mutateAsync({ params: { id }, body: { is_same_failure: isSameFailure, note } })
      patchCachedImprovement(client, id, after)
      showToast({ kind: 'success', title: `${statusLabels[after.status]}: ${title}` })
      onDone()
    } catch (error) {
      showServerErrors(error, ['note'], form.setError)
    }
  })
  return (
    <EntryForm
      error={errors.root?.message}
      isBusy={isSubmitting}
      submitLabel="Save"
      onSubmit={submit}
      onCancel={onDone}
    >
      <Field label="What you found" name="note" hint="Kept in the history" required error={errors.note?.message}>
        <Textarea rows={3} {...form.register('note')} />
      </Field>
    </EntryForm>
  )
}
