'use client'

import dynamic from 'next/dynamic'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import { whenIdle } from '#components/ui/when-idle.ts'
import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { loadSchemas } from './use-step-form.ts'

/** As tall as the window: what stands below does not come into sight first, to move out of it when the step is there. */
export const StepSkeleton = () => (
  <div className="min-h-dvh">
    <SkeletonText lines={10} label="Loading the step" />
  </div>
)
const loading = StepSkeleton

const loads: (() => Promise<unknown>)[] = [loadSchemas]

/** Notes how a step is fetched. The import must stand inside of `dynamic`, or the page does not name its script. */
function ahead<Load extends () => Promise<unknown>>(load: Load): Load {
  loads.push(load)
  return load
}

/** The forms of the steps, each fetched with its page; around them must stand what is shown until they are there. */
export const stepForms = {
  plan: dynamic(ahead(() => import('./steps/plan-step.tsx').then((module) => module.PlanStep))),
  risk: dynamic(ahead(() => import('./steps/risk-step.tsx').then((module) => module.RiskStep))),
  incidents: dynamic(ahead(() => import('./steps/incidents-step.tsx').then((module) => module.IncidentsStep))),
  outcome: dynamic(ahead(() => import('./steps/outcome-step.tsx').then((module) => module.OutcomeStep))),
  improvements: dynamic(ahead(() => import('./steps/improvements-step.tsx').then((module) => module.ImprovementsStep))),
  lessons: dynamic(ahead(() => import('./steps/lessons-step.tsx').then((module) => module.LessonsStep))),
} satisfies Record<ReviewStep, unknown>

export const SignOffStep = dynamic(
  ahead(() => import('./steps/sign-off-step.tsx').then((module) => module.SignOffStep)),
  { loading },
)

/** A step as it reads when it cannot be written any more. */
export const StepAnswers = dynamic(() => import('./step-answers.tsx').then((module) => module.StepAnswers), { loading })

/** Fetches what the other steps need, so that one can go on when the network goes. Failing is no harm: it comes later. */
export async function preloadSteps(): Promise<void> {
  await whenIdle()
  for (const load of loads) void load().catch(() => {})
}
