import { type ProgressStep, progressSteps } from './review-progress.ts'

/** Returns the last part of the URL of a step: `sign-off` for the step `sign_off`. */
export const stepSegment = (step: ProgressStep): string => step.replaceAll('_', '-')

export const parseStepSegment = (part: string): ProgressStep | undefined =>
  progressSteps.find((step) => stepSegment(step) === part)
