import type { SecondLookVerdict } from '#lib/contracts/app/review-values.ts'

export const secondLookLabels: Readonly<Record<SecondLookVerdict, string>> = {
  still_good: 'Still good',
  better: 'Better',
  worse: 'Worse',
}
