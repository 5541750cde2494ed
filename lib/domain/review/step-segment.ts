import { type ProgressStep, progressSteps } from './review-labels.ts'

/** Returns the last part of the URL of a step: `sign-off` for the step `sign_off`. */
export const toStepSegment = (step: ProgressStep): string => step.replaceAll('_', '-')

export const parseStepSegment = (part: string): ProgressStep | undefined =>
  progressSteps.find((step) => toStepSegment(step) === part)
