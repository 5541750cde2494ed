'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { Controller, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { EntryForm } from '#components/ui/entry-form.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { showToast } from '#components/ui/toast.ts'
import { PersonInput } from '#components/users/person-input.tsx'
import { showServerErrors } from '#lib/api/form-errors.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { NewRequesterQuestion } from '#lib/contracts/app/requester-questions.ts'
import { askRequester } from '#lib/contracts/routes.ts'

type Values = z.input<typeof NewRequesterQuestion>
type QuestionFormProps = { reference: string; requester: string; onDone: () => void }

const fields = ['requester', 'question', 'valid_days'] as const

/** Form that sends a question to the requester. */
export function QuestionForm({ reference, requester, onDone }: QuestionFormProps) {
  const ask = useEndpointMutation(askRequester)
  const form = useForm<Values, unknown, z.output<typeof NewRequesterQuestion>>({
    resolver: zodResolver(NewRequesterQuestion),
    defaultValues: { requester, question: 'Did it work for you? What did not?', valid_days: 14 },
  })
  const { errors, isSubmitting } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus(requester ? 'question' : 'requester'), [setFocus, requester])
  const submit = form.handleSubmit(async (body) => {
    try {
      const sent = await ask.mutateAsync({ params: { reference }, body })
      const channels = [...(sent.is_mailed ? ['by e-mail'] : []), ...(sent.is_notified ? ['as a notification'] : [])]
      const description = `${sent.question.requester} receives it ${channels.join(' and ')}.`
      showToast({ kind: 'success', title: 'Question sent', description })
      onDone()
    } catch (error) {
      showServerErrors(error, fields, form.setError)
    }
  })
  return (
    <EntryForm
      error={errors.root?.message}
      isBusy={isSubmitting}
      submitLabel="Send"
      onSubmit={submit}
      onCancel={onDone}
    >
      <Field label="Requester" name="requester" required error={errors.requester?.message}>
        <Controller control={form.control} name="requester" render={({ field }) => <PersonInput {...field} />} />
      </Field>
      <Field label="Question" name="question" required error={errors.question?.message}>
        <Textarea rows={3} {...form.register('question')} />
      </Field>
      <Field label="Days to reply" name="valid_days" hint="1 to 60" required error={errors.valid_days?.message}>
        <Input type="number" min={1} max={60} {...form.register('valid_days', { valueAsNumber: true })} />
      </Field>
    </EntryForm>
  )
}
