'use client'

import { EntryForm } from '#components/ui/form/entry-form.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { useServerForm } from '#components/ui/form/use-server-form.ts'
import { Notice } from '#components/ui/notice.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import { answerRequesterQuestion } from '#lib/contracts/routes.ts'
import { listReplyAnswers, replyLabels } from '#lib/review/requester-replies.ts'

export function ReplyForm({ secret, isSecondLook }: { secret: string; isSecondLook: boolean }) {
  const answers = listReplyAnswers({ isSecondLook }).map((value) => ({ value, label: replyLabels[value] }))
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
        legend={isSecondLook ? 'How is it now?' : 'Did it work for you?'}
        options={answers}
        required
      />
      <Field name="remark" label="What else should the reviewer know?" as={Textarea} rows={4} />
    </EntryForm>
  )
}
