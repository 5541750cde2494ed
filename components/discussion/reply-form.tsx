'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { FormError } from '#components/ui/form/form-error.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import { showServerErrors } from '#lib/api/form-errors.ts'
import { answerRequesterQuestion, RequesterAnswer } from '#lib/contracts/app/requester-questions.ts'
import { objectiveAnswers } from '#lib/contracts/app/review-values.ts'
import { replyLabels } from '#lib/domain/requester-replies.ts'

type Values = z.input<typeof RequesterAnswer>

/** The reply form for a requester who received a link. */
export function ReplyForm({ secret }: { secret: string }) {
  const form = useForm<Values>({
    resolver: zodResolver(RequesterAnswer),
    defaultValues: { remark: '' },
  })
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState
  const submit = form.handleSubmit(async (body) => {
    try {
      await callEndpoint(answerRequesterQuestion, { params: { secret }, body })
    } catch (error) {
      showServerErrors(error, ['answer', 'remark'], form.setError)
    }
  })
  if (isSubmitSuccessful) {
    return (
      <Notice tone="success" title="Thank you" announce>
        The reviewer has your reply. You can close this page.
      </Notice>
    )
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4" aria-label="Your reply">
      <FormError>{errors.root?.message}</FormError>
      <RadioGroup
        legend="Did it work for you?"
        options={objectiveAnswers.map((value) => ({ value, label: replyLabels[value] }))}
        register={form.register('answer')}
        error={errors.answer && 'Choose an answer'}
        required
      />
      <Field label="What else should the reviewer know?" name="remark" error={errors.remark?.message}>
        <Textarea rows={4} {...form.register('remark')} />
      </Field>
      <Button type="submit" variant="primary" busy={isSubmitting} className="self-start">
        Send reply
      </Button>
    </form>
  )
}
