/** How a check is answered. */
export const checkKindLabels = {
  yes_no: 'Yes, no or not applicable',
  choice: 'One of several answers',
  number: 'A number',
  text: 'A text',
} as const

export const checkKinds = Object.keys(checkKindLabels) as [CheckDefinition['kind'], ...CheckDefinition['kind'][]]

/** Who answers a check. */
export const checkAudiences = {
  reviewer: 'The reviewer',
  stakeholder: 'Stakeholders, by mail (at most 3 are on)',
} as const
export type CheckAudience = keyof typeof checkAudiences

/** The checks that stakeholders are asked at most. */
export const maxStakeholderChecks = 3

export const yesNoLabels = { yes: 'Yes', no: 'No', not_applicable: 'Not applicable' } as const

/** A check as it is asked, apart from where and of whom. */
export type CheckDefinition = {
  readonly wording: string
  readonly kind: keyof typeof checkKindLabels
  /** The answers of a choice; empty for other kinds. */
  readonly options: string[]
  /** The answer that is as it should be; null if there is none. */
  readonly expected: string | null
}

/** Lists the answers from which one is chosen; none for a number and a text. */
export function listCheckAnswers({ kind, options }: Pick<CheckDefinition, 'kind' | 'options'>): readonly string[] {
  return kind === 'yes_no' ? Object.keys(yesNoLabels) : options
}

/** Lists the answers that may be the one that is as it should be. */
export const listExpectable = (check: Pick<CheckDefinition, 'kind' | 'options'>): readonly string[] =>
  listCheckAnswers(check).filter((answer) => check.kind !== 'yes_no' || answer !== 'not_applicable')

/** Words an answer to a check: `yes` is stored for “Yes”, and other answers are words already. */
export const wordCheckAnswer = (answer: string): string =>
  (yesNoLabels as Readonly<Record<string, string>>)[answer] ?? answer

/** A check that a review asks, in a version of its wording. */
export type AskedCheck = CheckDefinition & {
  readonly check: string
  readonly version: number
  readonly is_required: boolean
}

/** The answer to a check, with the words that it answers. */
export type CheckEntry = Pick<AskedCheck, 'check' | 'version' | 'wording' | 'kind'> & {
  /** Null if it was left open. */
  readonly answer: string | null
  readonly note: string
  /** Whether the answer is as it should be; null if it is open or not applicable, or if any answer is right. */
  readonly is_expected: boolean | null
}

export const isCheckAnswer = (check: CheckDefinition, answer: string): boolean =>
  check.kind === 'number'
    ? answer !== '' && Number.isFinite(Number(answer))
    : check.kind === 'text' || listCheckAnswers(check).includes(answer)

export function answerCheck(
  asked: AskedCheck | Omit<AskedCheck, 'is_required'>,
  answer: string | null,
  note = '',
): CheckEntry {
  const { check, version, wording, kind, expected } = asked
  const isJudged = answer !== null && expected !== null && wordCheckAnswer(answer) !== yesNoLabels.not_applicable
  return { check, version, wording, kind, answer, note, is_expected: isJudged ? answer === expected : null }
}

/** Lists the checks of a review with their answers: those that it asks, then answered ones that it asks no more. */
export const listChecks = (asked: readonly AskedCheck[], entries: readonly CheckEntry[]): CheckEntry[] => [
  ...asked.map(
    (one) => entries.find(({ check, answer }) => check === one.check && answer !== null) ?? answerCheck(one, null),
  ),
  ...entries.filter(({ check, answer }) => answer !== null && !asked.some((one) => one.check === check)),
]

/** Lists the required checks without an answer. */
export const listOpenRequired = (asked: readonly AskedCheck[], entries: readonly CheckEntry[]): AskedCheck[] =>
  asked.filter((one) => one.is_required && !entries.some(({ check, answer }) => check === one.check && answer !== null))

/** Gives the answer that is as it should be to all open checks that have one. */
export const answerAsExpected = (asked: readonly AskedCheck[], entries: readonly CheckEntry[]): CheckEntry[] =>
  listChecks(asked, entries).flatMap((entry) => {
    if (entry.answer !== null) return [entry]
    const one = asked.find(({ check }) => check === entry.check)
    return one?.expected ? [answerCheck(one, one.expected)] : []
  })

/** Words an answer with its question: `Was everybody told in time? No (the night shift was not)`. */
export const wordCheck = ({ wording, answer, note }: Pick<CheckEntry, 'wording' | 'answer' | 'note'>): string =>
  `${wording} ${answer === null ? 'Not answered' : wordCheckAnswer(answer)}${note.trim() ? ` (${note.trim()})` : ''}`

/** Names checks with their answers, to filter and count them: `told_in_time: no`; numbers and texts are `answered`. */
export const listCheckTags = (entries: readonly CheckEntry[]): string[] =>
  entries.map(({ check, kind, answer }) => {
    const isWord = kind === 'yes_no' || kind === 'choice'
    return `${check}: ${answer === null ? 'not_answered' : isWord ? answer : 'answered'}`
  })
