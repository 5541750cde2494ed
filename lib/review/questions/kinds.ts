import type { z } from 'zod'
import { describeDuration } from '#lib/text/describe-duration.ts'
import { upperFirst } from '#lib/text/first-letter.ts'
import type { Promised } from './objective.ts'
import type { Outcome } from './outcome-criteria.ts'

/** The answers of a step by the names of its questions, as it is stored and sent. */
export type Answers = Readonly<Record<string, unknown>>

/** A review, as far as it is known: the answers by step, and the change. */
export type Reviewed = {
  readonly forms: Readonly<Record<string, Answers | undefined>>
  readonly change?: Promised & { readonly planned_end: string | null; readonly type?: string | undefined }
}

/** A case that depends on other answers, of `step` or of the whole review. */
export type Condition = (
  reviewed: Reviewed,
  step: { readonly name: string; readonly questions: Readonly<Record<string, object>> },
) => boolean

type Wording = {
  /** The question, as the form asks it. */
  readonly asks: string
  /** The answer, as the API describes it: `Whether the risk was rated correctly`. By default its noun. */
  readonly describes?: string
  /** The answer, as the history names it: `verdict on the risk rating`. */
  readonly noun: string
  readonly hint?: string | ((change: { readonly risk: string | null }) => string)
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

/** What is known when an answer is weighed. */
export type Known = {
  /** All answers of the step. */
  readonly answers: Answers
  readonly planned_end: string | null
  /** The steps of the implementation plan. */
  readonly planned: readonly { readonly key: string; readonly text: string }[]
  /** The recorded priority of an incident, null if unknown, and its level: 1 is the most urgent. */
  readonly findPriority: (number: string) => { readonly priority: string | null; readonly level: number }
}

/** A piece of evidence: `entry` identifies an entry of a list, `label` replaces that of the question. */
export type Weight = {
  readonly text: string
  /** The best outcome that its criterion allows. */
  readonly allows: Outcome
  readonly entry?: string
  readonly label?: string
}

/** What the answers to a question mean for the outcome. */
export type Evidence<Answer> = {
  readonly label: string
  /** Its place in the evidence, lowest first. */
  readonly rank: number
  /** The question in short, if no outcome is suggested while it is open. */
  readonly open?: string
  /** Weighs a given answer. */
  weigh(answer: Answer, known: Known): readonly Weight[]
}

type Kind<Name extends string, Answer> = {
  readonly kind: Name
  /** The answer of a review in which nothing was answered. Its type is the type of the answer. */
  readonly empty: Answer
  /** An answer for documentation, demo and tests. */
  readonly example?: NonNullable<Answer>
  readonly evidence?: Evidence<NonNullable<Answer>>
}

/** The part that an answer has in the short form for clean changes. */
type Short<Answer> = {
  /** The answer of a clean change. Any other one needs the full form. */
  readonly clean: Answer
  /** True if it is not asked: completing the short form gives the clean answer. */
  readonly isImplied?: true
}

export type Choice<Value extends string = string> = Wording &
  Kind<'choice', Value | null> & {
    /** The label of each answer, in the order of the form. */
    readonly labels: Readonly<Record<Value, string>>
    readonly hints?: Readonly<Record<Value, string>>
    readonly short?: Short<Value>
  }
type YesNo = Wording & Kind<'yes_no', boolean | null> & { readonly short?: Short<boolean> }
/** Several of the answers on offer. Without `labels` these are the contributing factors, which managers edit; an answer keeps its words. */
type Several = Wording & Kind<'several', readonly string[]> & { readonly labels?: Readonly<Record<string, string>> }
type Text = Wording &
  Kind<'text', string> & {
    /** Lines of its box, by default 3. */
    readonly rows?: number
    /** Its label in the short form, which does not show other texts. */
    readonly shortLabel?: string
  }
type Amount = Wording &
  Kind<'number', number | null> & {
    /** Without a unit it counts, in whole numbers. */
    readonly unit?: string
    readonly max: number
  }
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

export type Question = Choice | YesNo | Several | Text | Amount | Minutes | Moment | Flag | ShortYes | Entries
export type QuestionOf<Name extends Question['kind']> = Extract<Question, { kind: Name }>

/** The schemas of which those of answers are made. `lib/contracts` passes them, so that pages carry none. */
export type Schemas = {
  readonly flag: z.ZodType
  readonly moment: z.ZodType
  /** Text that may be empty. */
  readonly notes: z.ZodType
  readonly text: z.ZodType
  readonly oneOf: (values: readonly string[]) => z.ZodType
  /** A list without duplicates; of any short texts without values. */
  readonly someOf: (values: readonly string[] | undefined) => z.ZodType
  readonly number: (max: number) => z.ZodType
  readonly whole: (max: number) => z.ZodType
}

type Reading = 'words' | 'moment' | 'prose' | 'own'

/** What holds for all questions of a kind, beside the control that `components/review/form/questions.tsx` has for it. */
type Rules<Asked extends Question> = {
  /** Words a given answer. A moment stays ISO 8601. */
  readonly describe: (answer: NonNullable<Asked['empty']>, question: Asked) => string
  /** How it is read: as a word or two by default, as a moment, as a text that a person wrote, or as its step shows it. */
  readonly reads?: Reading
}

const yesOrNo = (answer: boolean) => (answer ? 'Yes' : 'No')

const kinds: { readonly [Name in Question['kind']]: Rules<QuestionOf<Name>> } = {
  choice: { describe: (answer, { labels }) => labels[answer] ?? answer },
  yes_no: { describe: yesOrNo },
  several: { describe: (answer, { labels = {} }) => answer.map((one) => labels[one] ?? one).join(', ') },
  text: { describe: (answer) => answer, reads: 'prose' },
  number: {
    describe: (answer, { unit = '' }) => `${answer.toLocaleString('en', { maximumFractionDigits: 6 })} ${unit}`.trim(),
  },
  minutes: { describe: describeDuration },
  moment: { describe: (answer) => answer, reads: 'moment' },
  flag: { describe: yesOrNo },
  short_yes: { describe: yesOrNo, reads: 'own' },
  entries: { describe: String, reads: 'own' },
}

type SchemaRules<Asked extends Question> = {
  /** The schema of an answer that is given. */
  readonly given: (make: Schemas, question: Asked) => z.ZodType
  /** The schema of an answer in a form; by default that of a given one, or null. */
  readonly inForm?: (make: Schemas, question: Asked) => z.ZodType
}

const maxMinutes = 60 * 24 * 366

/** Apart from `kinds`, so that pages leave it out. */
const schemas: { readonly [Name in Question['kind']]: SchemaRules<QuestionOf<Name>> } = {
  choice: { given: ({ oneOf }, { labels }) => oneOf(Object.keys(labels)) },
  yes_no: { given: ({ flag }) => flag },
  several: {
    given: ({ someOf }, { labels }) => someOf(labels && Object.keys(labels)),
    inForm: ({ someOf }, { labels }) => someOf(labels && Object.keys(labels)),
  },
  text: { given: ({ text }) => text, inForm: ({ notes }) => notes },
  number: { given: ({ number, whole }, { max, unit }) => (unit === undefined ? whole(max) : number(max)) },
  minutes: { given: ({ whole }) => whole(maxMinutes) },
  moment: { given: ({ moment }) => moment },
  flag: { given: ({ flag }) => flag, inForm: ({ flag }) => flag },
  short_yes: { given: ({ flag }) => flag, inForm: ({ flag }) => flag.optional() },
  entries: {
    given(_, { asks }) {
      throw new Error(`The list “${asks}” needs a schema of its own.`)
    },
  },
}

/** Returns the schema of an answer that is given. */
export const createGivenSchema = (question: Question, make: Schemas): z.ZodType =>
  (schemas[question.kind] as unknown as SchemaRules<Question>).given(make, question)

/** Returns the schema of an answer in a form, which may be open. */
export const createFormSchema = (question: Question, make: Schemas): z.ZodType =>
  (schemas[question.kind] as unknown as SchemaRules<Question>).inForm?.(make, question) ??
  createGivenSchema(question, make).nullable()

/** Describes the answers to a question, for the API. */
export const describeQuestion = ({ describes, noun }: Question): string => describes ?? upperFirst(noun)

const getRules = ({ kind }: Question) => kinds[kind] as unknown as Rules<Question>

export const howItReads = (question: Question): Reading => getRules(question).reads ?? 'words'

/** Describes an answer in words; null while it is open. A moment stays ISO 8601. */
export function describeAnswer(question: Question, answer: unknown): string | null {
  const isGiven = typeof answer === 'string' ? answer.trim() !== '' : !Array.isArray(answer) || answer.length > 0
  if (answer === null || answer === undefined || !isGiven) return null
  return getRules(question).describe(answer as never, question)
}

/** A required question has an example, so that the demo and the tests answer it. */
type Needed<Answer> = { readonly required: string; readonly example: Answer } | { readonly required?: undefined }
type Marked<Proposable> = Proposable extends true ? { readonly proposable: true } : unknown
type Declared<Declaration extends Question, Proposable> = Omit<
  Declaration,
  'kind' | 'empty' | 'proposable' | 'required'
> &
  Needed<NonNullable<Declaration['empty']>> & { readonly proposable?: Proposable }

const declare =
  <Declaration extends Question>(kind: Declaration['kind'], empty: Declaration['empty']) =>
  <Proposable extends true | undefined = undefined>(declared: Declared<Declaration, Proposable>) =>
    ({ kind, empty, ...declared }) as unknown as Declaration & Marked<Proposable>

export const choice = <Value extends string, Proposable extends true | undefined = undefined>(
  declared: { readonly labels: Readonly<Record<Value, string>> } & Declared<Choice<NoInfer<Value>>, Proposable>,
) => declare<Choice<Value>>('choice', null)(declared)
export const yesNo = declare<YesNo>('yes_no', null)
export const several = declare<Several>('several', [])
export const text = declare<Text>('text', '')
export const amount = declare<Amount>('number', null)
export const minutes = declare<Minutes>('minutes', null)
export const moment = declare<Moment>('moment', null)
export const flag = declare<Flag>('flag', false)
export const shortYes = declare<ShortYes>('short_yes', false)
export const entries = declare<Entries>('entries', [])
