import { type ProgressStep, progressSteps } from './review-progress.ts'

/** The last part of a step's URL: `sign-off` for the step `sign_off`. */
export const stepSegment = (step: ProgressStep): string => step.replaceAll('_', '-')

export const stepOfSegment = (part: string): ProgressStep | undefined =>
  progressSteps.find((step) => stepSegment(step) === part)
