import { type ProgressStep, progressSteps } from './review-labels.ts'

/** Returns the step of a URL that ends with this part: `sign_off` for `sign-off`. */
export const parseStepSegment = (part: string): ProgressStep | undefined =>
  progressSteps.find((step) => step.replaceAll('_', '-') === part)
