'use client'

import dynamic from 'next/dynamic'
import { SkeletonText } from '#components/ui/skeleton.tsx'
import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { loadSchemas } from './use-step-form.ts'

const loading = () => <SkeletonText lines={10} label="Loading the step" />

const loads: (() => Promise<unknown>)[] = [loadSchemas]

/** Notes how a step is fetched. The import must stand inside of `dynamic`, or the page does not name its script. */
function ahead<Load extends () => Promise<unknown>>(load: Load): Load {
  loads.push(load)
  return load
}

/** The forms of the steps, each fetched with its page. */
export const stepForms = {
  plan: dynamic(
    ahead(() => import('./steps/plan-step.tsx').then((module) => module.PlanStep)),
    { loading },
  ),
  risk: dynamic(
    ahead(() => import('./steps/risk-step.tsx').then((module) => module.RiskStep)),
    { loading },
  ),
  incidents: dynamic(
    ahead(() => import('./steps/incidents-step.tsx').then((module) => module.IncidentsStep)),
    { loading },
  ),
  outcome: dynamic(
    ahead(() => import('./steps/outcome-step.tsx').then((module) => module.OutcomeStep)),
    { loading },
  ),
  improvements: dynamic(
    ahead(() => import('./steps/improvements-step.tsx').then((module) => module.ImprovementsStep)),
    { loading },
  ),
  lessons: dynamic(
    ahead(() => import('./steps/lessons-step.tsx').then((module) => module.LessonsStep)),
    { loading },
  ),
} satisfies Record<ReviewStep, unknown>

export const SignOffStep = dynamic(
  ahead(() => import('./steps/sign-off-step.tsx').then((module) => module.SignOffStep)),
  { loading },
)

/** A step as it reads when it cannot be written any more. */
export const StepAnswers = dynamic(() => import('./step-answers.tsx').then((module) => module.StepAnswers), { loading })

/** Fetches what the other steps need, so that one can go on when the network goes. Failing is no harm: it comes later. */
export function preloadSteps(): void {
  for (const load of loads) void load().catch(() => {})
}
