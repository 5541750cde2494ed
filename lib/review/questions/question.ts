/**
 * The questions of a review, as data. Each is declared once, in `questions/<step>.ts`: its form, its schema, what is
 * still missing, report, history, proposals, short form and comparison of versions follow from it. This folder knows
 * neither contracts nor zod, so that pages carry no schemas.
 */

/** What a hint may say about the change. */
type AskedChange = { readonly risk: string | null }

type Wording = {
  /** The question, as the form asks it. */
  readonly asks: string
  /** The answer, as the API describes it: `Whether the risk was rated correctly`. */
  readonly describes: string
  /** The answer, as the history names it: `verdict on the risk rating`. */
  readonly noun: string
  readonly hint?: string | ((change: AskedChange) => string)
  /** What a review lacks without the answer. An optional question has none. */
  readonly required?: string
  /** The case in which the answer is required; by default always. */
  readonly requiredIf?: Condition
  /** The case in which the question is asked; by default always. */
  readonly askedIf?: Condition
  /** Its label in the report, by default the question; null if its section words the answer itself. */
  readonly report?: string | null
  /** Its label in the comment for the ITSM, by default the noun; null, as `report`, if the comment words or omits it. */
  readonly comment?: string | null
  /** True if an assistant may propose an answer. */
  readonly proposable?: true
}

/** The part that an answer has in the short form for clean changes. */
type Short<Answer> = {
  /** The answer of a clean change. Any other one needs the full form. */
  readonly clean: Answer
  /** True if it is not asked: completing the short form gives the clean answer. */
  readonly isImplied?: true
}

type Kind<Name extends string, Answer> = {
  readonly kind: Name
  /** The answer of a review in which nothing was answered. Its type is the type of the answer. */
  readonly empty: Answer
}

export type Choice<Value extends string = string> = Wording &
  Kind<'choice', Value | null> & {
    /** The label of each answer, in the order of the form. */
    readonly labels: Readonly<Record<Value, string>>
    readonly hints?: Readonly<Record<Value, string>>
    readonly short?: Short<Value>
  }
type YesNo = Wording & Kind<'yes_no', boolean | null> & { readonly short?: Short<boolean> }
type Text = Wording &
  Kind<'text', string> & {
    /** Lines of its box, by default 3. */
    readonly rows?: number
    /** Its label in the short form, which does not show other texts. */
    readonly shortLabel?: string
  }
type Amount = Wording & Kind<'number', number | null> & { readonly unit: string; readonly max: number }
/** A length of time in whole minutes. */
type Minutes = Wording & Kind<'minutes', number | null>
/** A moment: ISO 8601 in UTC. */
type Moment = Wording & Kind<'moment', string | null>
/** A statement that a person ticks. */
type Flag = Wording & Kind<'flag', boolean>
/**
 * A question of the short form whose "Yes" is replaced by what the full form asks instead. Forms that were never saved
 * in the short form lack it.
 */
type ShortYes = Wording &
  Kind<'short_yes', boolean> & {
    /** The statement of the full form that means "No". */
    readonly none?: Flag
    readonly noLabel?: string
  }
/** A list, such as the marks of the steps. Its step has its own control for it, and its contract its own schema. */
type Entries = Wording &
  Kind<'entries', readonly never[]> & {
    /** The field that identifies an entry. */
    readonly by: string
    /** True if the short form shows the list as well. */
    readonly isInShortForm?: true
  }

export type Question = Choice | YesNo | Text | Amount | Minutes | Moment | Flag | ShortYes | Entries
export type Questions = Readonly<Record<string, Question>>
export type QuestionOf<Name extends Question['kind']> = Extract<Question, { kind: Name }>

/** A case that depends on the answer to another question of the step. */
type Condition = { readonly question: object; readonly isMet: (answer: unknown) => boolean }
type Answered<Value> = { readonly empty: Value | null }

/** The case that a question has this answer. */
export const is = <Value extends string | boolean>(question: Answered<Value>, expected: Value): Condition => ({
  question,
  isMet: (answer) => answer === expected,
})

/** The case that a question has another answer than this. */
export const isNot = <Value extends string | boolean>(question: Answered<Value>, expected: Value): Condition => ({
  question,
  isMet: (answer) => answer != null && answer !== expected,
})

type Marked<Proposable> = Proposable extends true ? { readonly proposable: true } : unknown
type Declared<Declaration extends Question, Proposable> = Omit<Declaration, 'kind' | 'empty' | 'proposable'> & {
  readonly proposable?: Proposable
}

const declare =
  <Declaration extends Question>(kind: Declaration['kind'], empty: Declaration['empty']) =>
  <Proposable extends true | undefined = undefined>(declared: Declared<Declaration, Proposable>) =>
    ({ kind, empty, ...declared }) as unknown as Declaration & Marked<Proposable>

export const choice = <Value extends string, Proposable extends true | undefined = undefined>(
  declared: { readonly labels: Readonly<Record<Value, string>> } & Declared<Choice<NoInfer<Value>>, Proposable>,
) => declare<Choice<Value>>('choice', null)(declared)
export const yesNo = declare<YesNo>('yes_no', null)
export const text = declare<Text>('text', '')
export const amount = declare<Amount>('number', null)
export const minutes = declare<Minutes>('minutes', null)
export const moment = declare<Moment>('moment', null)
export const flag = declare<Flag>('flag', false)
export const shortYes = declare<ShortYes>('short_yes', false)
export const entries = declare<Entries>('entries', [])

/** The answers of a step by the names of its questions, as it is stored and sent. */
export type Answers = Readonly<Record<string, unknown>>

/** A step of the review with its questions, in the order of its page. */
export type Step<Name extends string = string, Asked extends Questions = Questions> = {
  readonly name: Name
  readonly questions: Asked
}

export const step = <const Name extends string, Asked extends Questions>(
  name: Name,
  questions: Asked,
): Step<Name, Asked> => ({ name, questions })

export const listQuestions = ({ questions }: Step): readonly (readonly [name: string, question: Question])[] =>
  Object.entries(questions)

/** Returns the name of a question in its step. */
export function nameOf(step: Step, question: object): string {
  const [name] = listQuestions(step).find(([, candidate]) => candidate === question) ?? []
  if (name === undefined) throw new Error(`The step ${step.name} has no such question.`)
  return name
}

const holds = ({ question, isMet }: Condition, step: Step, answers: Answers): boolean =>
  isMet(answers[nameOf(step, question)])

/** True if the question is asked, after these answers of its step. */
export const isAsked = ({ askedIf }: Question, step: Step, answers: Answers): boolean =>
  askedIf === undefined || holds(askedIf, step, answers)

/** True if the review lacks something without an answer to the question. */
export const isRequired = (question: Question, step: Step, answers: Answers): boolean =>
  question.required !== undefined &&
  isAsked(question, step, answers) &&
  (question.requiredIf === undefined || holds(question.requiredIf, step, answers))

/** True for an answer that says nothing: none, blank text, a statement that is not ticked, an empty list. */
export const isOpen = ({ empty }: Question, answer: unknown): boolean =>
  answer === undefined ||
  answer === empty ||
  (typeof answer === 'string' && answer.trim() === '') ||
  (Array.isArray(answer) && answer.length === 0)

/** The answers of a step in which nothing was answered. Those of the short form are absent until it gives them. */
export const emptyAnswers = (step: Step): Answers =>
  Object.fromEntries(
    listQuestions(step).flatMap(([name, { kind, empty }]) => (kind === 'short_yes' ? [] : [[name, empty]])),
  )
