import { EntryForm } from '#components/ui/form/entry-form.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { PersonInput } from '#components/users/person-input.tsx'
import { askQuestion } from '#lib/contracts/routes.ts'

type QuestionFormProps = {
  reference: string
  /** E-mail address of the requester, or an empty text; null to ask stakeholders. */
  requester: string | null
  onDone: () => void
}

export function QuestionForm({ reference, requester, onDone }: QuestionFormProps) {
  const { Field, state } = useEndpointForm(askQuestion, {
    values: {
      people: requester ?? '',
      question:
        requester === null ? 'You know its result. May we ask you about it?' : 'Did it work for you? What did not?',
      valid_days: 14,
    },
    focus: requester ? 'question' : 'people',
    input: ({ people, ...body }) => ({
      params: { reference },
      body: {
        ...body,
        kind: requester === null ? ('stakeholder' as const) : ('requester' as const),
        people: people.split(/[\s,;]+/).filter(Boolean),
      },
    }),
    done: (sent) => `Question sent ${sent.is_mailed ? 'by e-mail' : 'as a notification'}`,
    onDone,
  })
  return (
    <EntryForm {...state} submitLabel="Send" onCancel={onDone}>
      {requester === null ? (
        <Field
          name="people"
          label="E-mail addresses"
          hint="One in each line, or with commas; at most 20"
          required
          controlled={PeopleInput}
        />
      ) : (
        <Field name="people" label="Requester" required controlled={PersonInput} />
      )}
      <Field name="question" label={requester === null ? 'Message' : 'Question'} required as={Textarea} rows={3} />
      <Field name="valid_days" label="Days to reply" hint="1 to 60" required type="number" min={1} max={60} />
    </EntryForm>
  )
}

type PeopleInputProps = { value: string; onChange: (value: string) => void }

/** Addresses of several people, typed or added by their names. */
function PeopleInput({ value, onChange, ...props }: PeopleInputProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <Textarea {...props} value={value} rows={4} onChange={(event) => onChange(event.target.value)} />
      <PersonInput
        isStrict
        aria-label="Add a person"
        placeholder="Add a person by name"
        value=""
        onChange={(email) => email !== '' && onChange(`${value.trimEnd()}\n${email}`.trimStart())}
      />
    </div>
  )
}
