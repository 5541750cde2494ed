'use client'

import dynamic from 'next/dynamic'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'

const timeoutMs = 500

/** Resolves when the browser is idle, so that pending input is handled first. */
function waitUntilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: timeoutMs })
    else setTimeout(resolve, timeoutMs)
  })
}

/** Placeholder as tall as the window, so that the content below does not shift when the step has loaded. */
export const StepSkeleton = () => (
  <div className="min-h-dvh">
    <SkeletonText lines={10} label="Loading the step" />
  </div>
)
const loading = StepSkeleton

const preloads: (() => Promise<unknown>)[] = []

/** Registers an import for `preloadSteps`. Call it inside `dynamic(…)`, or the page does not list the script. */
function preloaded<Load extends () => Promise<unknown>>(load: Load): Load {
  preloads.push(load)
  return load
}

/** The step forms, loaded on demand. Wrap them in `Suspense`. */
export const stepForms = {
  plan: dynamic(preloaded(() => import('./steps/plan-step.tsx').then((module) => module.PlanStep))),
  risk: dynamic(preloaded(() => import('./steps/risk-step.tsx').then((module) => module.RiskStep))),
  incidents: dynamic(preloaded(() => import('./steps/incidents-step.tsx').then((module) => module.IncidentsStep))),
  outcome: dynamic(preloaded(() => import('./steps/outcome-step.tsx').then((module) => module.OutcomeStep))),
  improvements: dynamic(
    preloaded(() => import('./steps/improvements-step.tsx').then((module) => module.ImprovementsStep)),
  ),
  lessons: dynamic(preloaded(() => import('./steps/lessons-step.tsx').then((module) => module.LessonsStep))),
} satisfies Record<ReviewStep, unknown>

export const SignOffStep = dynamic(
  preloaded(() => import('./steps/sign-off-step.tsx').then((module) => module.SignOffStep)),
  { loading },
)

export const SignOffActions = dynamic(
  preloaded(() => import('./steps/sign-off-actions.tsx').then((module) => module.SignOffActions)),
)

/** Two versions of a step to choose from. */
export const ConflictChoice = dynamic(
  preloaded(() => import('./conflict-choice.tsx').then((module) => module.ConflictChoice<ReviewStep>)),
  // Without `loading`, the form would be hidden meanwhile.
  { loading: () => null },
)

/** Proposals of assistants for a step; most reviews have none. */
export const StepProposals = dynamic(() => import('./step-proposals.tsx').then((module) => module.StepProposals))

/** The read-only view of a step. */
export const StepAnswers = dynamic(() => import('./step-answers.tsx').then((module) => module.StepAnswers), { loading })

/** The attachments of a step. */
export const StepAttachments = dynamic(
  preloaded(() => import('#components/attachments/attachment-list.tsx').then((module) => module.StepAttachments)),
)

/** Preloads all steps, so that the review works offline. Ignores failures, because opening a step loads it again. */
export async function preloadSteps(): Promise<void> {
  await waitUntilIdle()
  for (const load of preloads) void load().catch(() => {})
}

export const WaiverRequest = dynamic(
  () => import('./transition/waiver-request.tsx').then((part) => part.WaiverRequest),
  { loading: () => null },
)
