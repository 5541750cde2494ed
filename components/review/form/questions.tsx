import { Fragment, lazy, type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'
import { FieldComments } from '#components/discussion/field-comments.tsx'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { toFieldId } from '#components/ui/form/field-id.ts'
import { Input } from '#components/ui/form/input.tsx'
import { InstantInput } from '#components/ui/form/instant-input.tsx'
import { RadioGroup } from '#components/ui/form/radio-group.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import type { StepSaver } from '#lib/api/step-saver.ts'
import type { Answers, Question, QuestionOf, Reviewed } from '#lib/review/questions/kinds.ts'
import { isAsked, isRequired, listQuestions, type Step } from '#lib/review/questions/question.ts'
import { risk } from '#lib/review/questions/risk.ts'
import type { ListName, QuestionName, StepName, steps } from '#lib/review/questions/steps.ts'
import { readTypedNumber } from '#lib/text/typed-number.ts'
import { bindFields, type ControlProps, type StepField, type StepProps, useField } from './use-step-form.ts'

// Only one step has such questions, and it brings the control along.
const LazyBoxes = lazy(async () => ({ default: (await import('./several-boxes.tsx')).SeveralBoxes }))

/** What a step says about a question beyond its declaration, because it depends on more than the form. */
type Words = {
  readonly label?: string
  readonly hint?: ReactNode
  readonly required?: boolean
  /** Shown beside the label of an answer. */
  readonly badges?: Readonly<Record<string, ReactNode>>
  /** Reason why a statement cannot be ticked now. It can always be unticked. */
  readonly blockedBy?: string | null
  /** Draws the control of a question with several answers; without it, the control is loaded when it is needed. */
  readonly draw?: (props: ControlProps<QuestionOf<'several'>>) => ReactNode
}

type Asking = Pick<StepProps, 'change' | 'savers'>

type AnyStep = (typeof steps)[StepName]

type QuestionsProps<Of extends AnyStep, Name extends StepName = Of['name']> = Asking & {
  of: Of
  words?: { readonly [Asked in QuestionName<Name>]?: Words }
  /** What the step draws in place of a question; null for one that it draws beside another. */
  own: { readonly [Asked in QuestionName<Name>]?: ReactNode } & { readonly [List in ListName<Name>]: ReactNode }
  /** What the step draws above a question. */
  above?: { readonly [Asked in QuestionName<Name>]?: ReactNode }
}

type ByName<Value> = Readonly<Record<string, Value>>

/** The questions of a step, in the order of their declaration. */
export function Questions<Of extends AnyStep>({ of, words, own, above, ...asking }: QuestionsProps<Of>) {
  const [wordsOf, ownOf, aboveOf] = [words ?? {}, own, above ?? {}] as [
    ByName<Words>,
    ByName<ReactNode>,
    ByName<ReactNode>,
  ]
  return listQuestions(of).map(([name]) => (
    <Fragment key={name}>
      {aboveOf[name]}
      {name in ownOf ? (
        ownOf[name]
      ) : (
        <StepQuestion of={of} name={name as QuestionName<Of['name']>} {...asking} {...wordsOf[name]} />
      )}
    </Fragment>
  ))
}

/** The step about the risk: all of it is declared. */
export const RiskStep = ({ change, savers }: StepProps) => (
  <div className="flex flex-col gap-5">
    <Questions of={risk} own={{}} change={change} savers={savers} />
  </div>
)

type StepQuestionProps<Of extends AnyStep> = Asking & Words & { of: Of; name: QuestionName<Of['name']> }

/** One question with the control of its kind, while it is asked. */
export function StepQuestion<Of extends AnyStep>({ of, name, change, savers, ...words }: StepQuestionProps<Of>) {
  const step: Step = of
  const question = step.questions[name] as Question
  const saver = savers.steps[of.name] as unknown as StepSaver<Answers>
  const need = useNeed(step, name, { change, savers })
  if (need === 'none') return null
  const hint = typeof question.hint === 'function' ? question.hint(change) : question.hint
  const asked = { label: question.asks, hint, required: need === 'required', ...words }
  return <Answer question={question} field={bindFields(saver)(name)} {...asked} />
}

/** Whether a question of a step is asked now, and required. */
export const useNeed = (step: Step, name: string, { change, savers }: Asking) =>
  useSyncExternalStore(
    savers.subscribe,
    () => readNeed(step, step.questions[name] as Question, { forms: savers.getLive().forms, change }),
    () => readNeed(step, step.questions[name] as Question, { forms: savers.getLoaded(), change }),
  )

function readNeed(step: Step, question: Question, reviewed: Reviewed): 'none' | 'optional' | 'required' {
  if (!isAsked(question, step, reviewed)) return 'none'
  return isRequired(question, step, reviewed) ? 'required' : 'optional'
}

type AnswerProps = Words & { question: Question; field: StepField<unknown>; label: string }

function Answer({ question, field, label, badges = {}, blockedBy = null, draw: own, ...words }: AnswerProps) {
  const { name, value, error, onChange } = useField(field)
  const frame = { ...words, name, error, aside: <FieldComments name={name} /> }
  const draw = (own ?? controls[question.kind]) as (props: ControlProps<Question>) => ReactNode
  return draw({ question, label, frame, value, onChange, badges, blockedBy })
}

/** The control of each kind of question; null for one that its step or the short form draws. */
const controls: { readonly [Name in Question['kind']]: (props: ControlProps<QuestionOf<Name>>) => ReactNode } = {
  choice({ question, label, frame, value, onChange, badges }) {
    const options = Object.entries(question.labels).map(([option, text]) => ({
      value: option,
      label: badges[option] ? [text, badges[option]] : text,
      hint: question.hints?.[option],
    }))
    const group = {
      legend: label,
      options,
      value: value as string | null,
      inline: !question.hints && options.length < 6,
    }
    return <RadioGroup {...frame} {...group} onValueChange={onChange} />
  },
  yes_no({ label, frame, value, onChange }) {
    // Radio buttons, because an unticked checkbox would already mean “no”.
    const chosen = typeof value === 'boolean' ? yesAndNo[value ? 0 : 1]?.value : null
    const change = (choice: string) => onChange(choice === 'yes')
    return (
      <RadioGroup {...frame} legend={label} options={yesAndNo} value={chosen ?? null} onValueChange={change} inline />
    )
  },
  several: (props) => (
    <Suspense>
      <LazyBoxes {...props} />
    </Suspense>
  ),
  text: ({ question: { rows = 3 }, label, frame, value, onChange }) => (
    <Field {...frame} label={label}>
      <Textarea value={String(value)} onChange={(event) => onChange(event.target.value)} rows={rows} />
    </Field>
  ),
  number: ({ question: { unit }, ...props }) => <NumberInput {...props} {...(unit && { unit })} />,
  minutes: (props) => <NumberInput {...props} unit="minutes" />,
  moment: ({ label, frame, value, onChange }) => (
    <Field {...frame} label={label}>
      <InstantInput value={value as string | null} onChange={onChange} />
    </Field>
  ),
  flag({ label, frame: { name, aside }, value, onChange, blockedBy }) {
    const isBlocked = blockedBy !== null && !value
    return (
      <div className="flex items-start justify-between gap-2">
        <Checkbox
          id={toFieldId(name)}
          label={label}
          hint={isBlocked ? blockedBy : undefined}
          disabled={isBlocked}
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
        {aside}
      </div>
    )
  },
  short_yes: () => null,
  entries: () => null,
}

const yesAndNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

type NumberInputProps = Pick<ControlProps<Question>, 'label' | 'frame' | 'value' | 'onChange'> & { unit?: string }

/** Keeps what is typed while it is typed; a text that is no number is sent, so that the service refuses it. */
function NumberInput({ label, frame, value, onChange, unit }: NumberInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const stored = value === null || value === undefined ? '' : String(value)
  return (
    <Field {...frame} label={unit ? `${label}, in ${unit}` : label}>
      <Input
        inputMode="decimal"
        autoComplete="off"
        value={typed !== null && String(readTypedNumber(typed) ?? '') === stored ? typed : stored}
        onChange={({ target }) => {
          setTyped(target.value)
          onChange(readTypedNumber(target.value))
        }}
        className="max-w-40"
      />
    </Field>
  )
}
