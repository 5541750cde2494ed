'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { moveTitles, statusLabels } from '#components/records/improvement-words.ts'
import { DateInput } from '#components/ui/date-input.tsx'
import { EntryForm } from '#components/ui/entry-form.tsx'
import { Field } from '#components/ui/field.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { showToast } from '#components/ui/toast.ts'
import { showServerErrors } from '#lib/api/form-errors.ts'
import { ImprovementEdit } from '#lib/contracts/app/improvement-edits.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { dayAfter } from '#lib/domain/improvement-due.ts'
import { inputsOfMove, type MoveInput } from '#lib/domain/improvement-status.ts'
import { dayIn } from '#lib/time/local-day.ts'
import { useEditImprovement } from './use-edit-improvement.ts'

const today = () => dayIn(new Date().toISOString())
const { evidence, reason, recheck_on: day } = ImprovementEdit.required().shape
const inputs = {
  evidence,
  reason,
  recheck_on: day.refine((value) => value > today(), { error: 'must be a future date' }),
}
const daysToRecheck = 90

type MoveFormProps = { improvement: Improvement; to: Improvement['status']; onDone: () => void }
type Values = Partial<Record<MoveInput, string>>

/** The fields that a move requires; server errors show at their fields. */
export function MoveForm({ improvement, to, onDone }: MoveFormProps) {
  const edit = useEditImprovement()
  const required = inputsOfMove(improvement.status, to) ?? []
  const schema = z.object(Object.fromEntries(required.map((input) => [input, inputs[input]])))
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: {
      evidence: '',
      reason: '',
      recheck_on: dayAfter(today(), daysToRecheck),
    },
  })
  const { errors } = form.formState
  const { setFocus } = form
  const [first] = required
  useEffect(() => {
    if (first) setFocus(first)
  }, [first, setFocus])
  const submit = form.handleSubmit(async (values) => {
    try {
      await edit.mutateAsync({ improvement, edit: { status: to, ...values } })
      showToast({ kind: 'success', id: 'improvement-moved', title: `${statusLabels[to]}: ${improvement.title}` })
      onDone()
    } catch (error) {
      showServerErrors(error, required, form.setError)
    }
  })
  return (
    <EntryForm
      error={errors.root?.message}
      busy={form.formState.isSubmitting}
      submitLabel={moveTitles[to]}
      onSubmit={submit}
      onCancel={onDone}
    >
      {required.includes('evidence') ? (
        <Field
          label="Evidence of completion"
          name="evidence"
          hint="A link, ticket or test run that someone else can check"
          required
          error={errors.evidence?.message}
        >
          <Textarea rows={4} {...form.register('evidence')} />
        </Field>
      ) : null}
      {required.includes('recheck_on') ? (
        <Field
          label="Recheck on"
          name="recheck_on"
          hint="You and the owner are notified on that day"
          required
          error={errors.recheck_on?.message}
        >
          <DateInput {...form.register('recheck_on')} />
        </Field>
      ) : null}
      {required.includes('reason') ? (
        <Field label="Reason" name="reason" hint="Kept in the history" required error={errors.reason?.message}>
          <Textarea rows={3} {...form.register('reason')} />
        </Field>
      ) : null}
    </EntryForm>
  )
}
