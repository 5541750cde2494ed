import type { CheckStep } from '#lib/contracts/connection-values.ts'
import { ServiceNowError } from './service-now-error.ts'

/** The outcome of a step; one that ServiceNow rejects has failed, with this advice. */
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
