import type { objectiveAnswers } from '#lib/contracts/app/review-tokens.ts'

/** What a requester says of a change that was made for them. */
export const answerLabels: Readonly<Record<(typeof objectiveAnswers)[number], string>> = {
  yes: 'It worked',
  partly: 'It worked in part',
  no: 'It did not work',
}
