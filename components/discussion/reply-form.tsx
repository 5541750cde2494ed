'use client'

import { EntryForm } from '#components/ui/form/entry-form.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { useServerForm } from '#components/ui/form/use-server-form.ts'
import { Notice } from '#components/ui/notice.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import { objectiveAnswers } from '#lib/contracts/app/review-values.ts'
import { answerRequesterQuestion } from '#lib/contracts/routes.ts'
import { replyLabels } from '#lib/review/requester-replies.ts'

const answers = objectiveAnswers.map((value) => ({ value, label: replyLabels[value] }))

export function ReplyForm({ secret }: { secret: string }) {
  const { form, Field, choice, state } = useServerForm({
    schema: async () => (await import('#lib/contracts/app/review-discussion.ts')).RequesterAnswer,
    values: { remark: '' },
    send: (body) => callEndpoint(answerRequesterQuestion, { params: { secret }, body }),
  })
  if (form.formState.isSubmitSuccessful) {
    return (
      <Notice tone="success" title="Thank you" announce>
        The reviewer has your reply. You can close this page.
      </Notice>
    )
  }
  return (
    <EntryForm {...state} label="Your reply" submitLabel="Send reply">
      <RadioGroup
        {...choice('answer', { message: 'Choose an answer' })}
        legend="Did it work for you?"
        options={answers}
        required
      />
      <Field name="remark" label="What else should the reviewer know?" as={Textarea} rows={4} />
    </EntryForm>
  )
}
