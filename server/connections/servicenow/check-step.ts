import type { CheckStep } from '#lib/contracts/connection-values.ts'
import { ServiceNowError } from './servicenow-error.ts'

/** Runs a step of a check. A step that ServiceNow rejects fails with the given advice. */
export async function runStep(
  name: string,
  advice: string,
  step: () => Promise<Omit<CheckStep, 'name'>>,
): Promise<CheckStep> {
  try {
    return { name, ...(await step()) }
  } catch (error) {
    if (!(error instanceof ServiceNowError)) throw error
    return { name, status: 'failed', message: error.message, advice }
  }
}
