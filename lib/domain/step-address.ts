import { type ProgressStep, progressSteps } from './review-progress.ts'

/** The last part of a step's URL: `sign-off` for the step `sign_off`. */
export const stepAddress = (step: ProgressStep): string => step.replaceAll('_', '-')

export const stepOfAddress = (part: string): ProgressStep | undefined =>
  progressSteps.find((step) => stepAddress(step) === part)
