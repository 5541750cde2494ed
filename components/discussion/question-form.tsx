'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { EntryForm } from '#components/ui/form/entry-form.tsx'
import { FormField } from '#components/ui/form/form-field.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { showToast } from '#components/ui/overlay/toast.ts'
import { PersonInput } from '#components/users/person-input.tsx'
import { useEndpointForm } from '#lib/api/use-endpoint-form.ts'
import { NewRequesterQuestion } from '#lib/contracts/app/requester-questions.ts'
import { askRequester } from '#lib/contracts/routes.ts'

type QuestionFormProps = { reference: string; requester: string; onDone: () => void }

/** Form that sends a question to the requester. */
export function QuestionForm({ reference, requester, onDone }: QuestionFormProps) {
  const { form, state } = useEndpointForm(askRequester, {
    resolver: zodResolver(NewRequesterQuestion),
    values: { requester, question: 'Did it work for you? What did not?', valid_days: 14 },
    focus: requester ? 'question' : 'requester',
    input: (body) => ({ params: { reference }, body }),
    onDone: (sent) => {
      const channels = [...(sent.is_mailed ? ['by e-mail'] : []), ...(sent.is_notified ? ['as a notification'] : [])]
      const description = `${sent.question.requester} receives it ${channels.join(' and ')}.`
      showToast({ kind: 'success', title: 'Question sent', description })
      onDone()
    },
  })
  return (
    <EntryForm {...state} submitLabel="Send" onCancel={onDone}>
      <FormField
        form={form}
        name="requester"
        label="Requester"
        required
        controlled={(field) => <PersonInput {...field} />}
      />
      <FormField form={form} name="question" label="Question" required as={Textarea} rows={3} />
      <FormField
        form={form}
        name="valid_days"
        label="Days to reply"
        hint="1 to 60"
        required
        rules={{ valueAsNumber: true }}
        type="number"
        min={1}
        max={60}
      />
    </EntryForm>
  )
}
