import { EntryForm } from '#components/ui/form/entry-form.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { PersonInput } from '#components/users/person-input.tsx'
import { askRequester } from '#lib/contracts/routes.ts'

export function QuestionForm({
  reference,
  requester,
  onDone,
}: {
  reference: string
  requester: string
  onDone: () => void
}) {
  const { Field, state } = useEndpointForm(askRequester, {
    schema: async () => (await import('#lib/contracts/app/review-discussion.ts')).NewRequesterQuestion,
    values: { requester, question: 'Did it work for you? What did not?', valid_days: 14 },
    focus: requester ? 'question' : 'requester',
    input: (body) => ({ params: { reference }, body }),
    done: (sent) => {
      const channels = [...(sent.is_mailed ? ['by e-mail'] : []), ...(sent.is_notified ? ['as a notification'] : [])]
      return {
        title: 'Question sent',
        description: `${sent.question.requester} receives it ${channels.join(' and ')}.`,
      }
    },
    onDone,
  })
  return (
    <EntryForm {...state} submitLabel="Send" onCancel={onDone}>
      <Field name="requester" label="Requester" required controlled={PersonInput} />
      <Field name="question" label="Question" required as={Textarea} rows={3} />
      <Field name="valid_days" label="Days to reply" hint="1 to 60" required type="number" min={1} max={60} />
    </EntryForm>
  )
}
