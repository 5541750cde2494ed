'use client'

import { useWatch } from 'react-hook-form'
import { Checks } from '#components/review/form/checks.tsx'
import { EntryForm } from '#components/ui/form/entry-form.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { useServerForm } from '#components/ui/form/use-server-form.ts'
import { Notice } from '#components/ui/notice.tsx'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import type { QuestionKind, ReplyAnswer } from '#lib/contracts/app/review-discussion.ts'
import { answerRequesterQuestion } from '#lib/contracts/routes.ts'
import type { AskedCheck, CheckEntry } from '#lib/review/questions/checks.ts'
import { questionWords, replyLabels } from '#lib/review/requester-replies.ts'

type Reply = { answer: ReplyAnswer | null; remark: string; checks: CheckEntry[] }
type ReplyFormProps = { secret: string; kind: QuestionKind; checks: readonly AskedCheck[] }

export function ReplyForm({ secret, kind, checks: asked }: ReplyFormProps) {
  const { asks, answers } = questionWords[kind]
  const isStakeholder = kind === 'stakeholder'
  const { form, Field, choice, state } = useServerForm<Reply>({
    values: { answer: null, remark: '', checks: [] },
    send: async (body) => {
      if (isStakeholder && body.checks.length === 0) throw new Error('Answer at least one question.')
      await callEndpoint(answerRequesterQuestion, { params: { secret }, body })
    },
  })
  const checks = useWatch({ control: form.control, name: 'checks' })
  if (form.formState.isSubmitSuccessful) {
    return (
      <Notice tone="success" title="Thank you" announce>
        The reviewer has your reply. You can close this page.
      </Notice>
    )
  }
  return (
    <EntryForm {...state} label="Your reply" submitLabel="Send reply">
      {isStakeholder ? (
        <Checks title={asks} asked={asked} entries={checks} onChange={(next) => form.setValue('checks', next)} />
      ) : (
        <>
          <RadioGroup
            {...choice('answer', { message: 'Choose an answer', required: true })}
            legend={asks}
            options={answers.map((value) => ({ value, label: replyLabels[value] }))}
            required
          />
          <Field name="remark" label="What else should the reviewer know?" as={Textarea} rows={4} />
        </>
      )}
    </EntryForm>
  )
}
