'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import type { z } from 'zod'
import { EntryForm } from '#components/ui/form/entry-form.tsx'
import { FormField } from '#components/ui/form/form-field.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import { useServerForm } from '#lib/api/use-server-form.ts'
import { answerRequesterQuestion, RequesterAnswer } from '#lib/contracts/app/requester-questions.ts'
import { objectiveAnswers } from '#lib/contracts/app/review-values.ts'
import { replyLabels } from '#lib/domain/requester-replies.ts'

type Values = z.input<typeof RequesterAnswer>

/** The reply form for a requester who received a link. */
export function ReplyForm({ secret }: { secret: string }) {
  const [isSent, setSent] = useState(false)
  const { form, state } = useServerForm<Values>({
    resolver: zodResolver(RequesterAnswer),
    values: { remark: '' },
    send: async (body) => {
      await callEndpoint(answerRequesterQuestion, { params: { secret }, body })
      setSent(true)
    },
  })
  if (isSent) {
    return (
      <Notice tone="success" title="Thank you" announce>
        The reviewer has your reply. You can close this page.
      </Notice>
    )
  }
  return (
    <EntryForm {...state} label="Your reply" submitLabel="Send reply">
      <RadioGroup
        legend="Did it work for you?"
        options={objectiveAnswers.map((value) => ({ value, label: replyLabels[value] }))}
        register={form.register('answer')}
        error={form.formState.errors.answer && 'Choose an answer'}
        required
      />
      <FormField form={form} name="remark" label="What else should the reviewer know?" as={Textarea} rows={4} />
    </EntryForm>
  )
}
