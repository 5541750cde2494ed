/** How a check is answered. */
export const checkKindLabels = {
  yes_no: 'Yes, no or not applicable',
  choice: 'One of several answers',
  number: 'A number',
  text: 'A text',
} as const

const yesNoLabels = { yes: 'Yes', no: 'No', not_applicable: 'Not applicable' } as const

/** A check as it is asked, apart from where and of whom. */
export type CheckDefinition = {
  readonly wording: string
  readonly kind: keyof typeof checkKindLabels
  /** The answers of a choice; empty for other kinds. */
  readonly options: readonly string[]
  /** The answer that is as it should be; null if there is none. */
  readonly expected: string | null
}

/** Lists the answers from which one is chosen; none for a number and a text. */
function listCheckAnswers({ kind, options }: Pick<CheckDefinition, 'kind' | 'options'>): readonly string[] {
  return kind === 'yes_no' ? Object.keys(yesNoLabels) : options
}

/** Lists the answers that may be the one that is as it should be. */
export const listExpectable = (check: Pick<CheckDefinition, 'kind' | 'options'>): readonly string[] =>
  listCheckAnswers(check).filter((answer) => check.kind !== 'yes_no' || answer !== 'not_applicable')

/** Words an answer to a check: `yes` is stored for “Yes”, and other answers are words already. */
export const wordCheckAnswer = (answer: string): string =>
  (yesNoLabels as Readonly<Record<string, string>>)[answer] ?? answer
