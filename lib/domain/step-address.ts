import { type ProgressStep, progressSteps } from '#lib/domain/review-progress.ts'

/** The last part of a step's address: `sign-off` for the step `sign_off`. */
export const stepAddress = (step: ProgressStep): string => step.replaceAll('_', '-')

/** The step of an address; undefined when there is none. */
export const stepOfAddress = (part: string): ProgressStep | undefined =>
  progressSteps.find((step) => stepAddress(step) === part)
