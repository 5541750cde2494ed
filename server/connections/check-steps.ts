import type { CheckStep } from '#lib/contracts/connection-values.ts'

/** The message of a step that is in order, or another result. */
export type StepResult =
  | string
  | { readonly status: 'warning' | 'failed' | 'skipped'; readonly message: string; readonly advice?: string }

/** Runs a step of a check. It fails with the given advice if the other system rejects a request. */
export async function runStep(
  name: string,
  advice: string,
  run: () => StepResult | Promise<StepResult>,
  isRejection: (error: unknown) => error is Error,
): Promise<CheckStep> {
  try {
    const result = await run()
    if (typeof result === 'string') return { name, status: 'ok', message: result, advice: null }
    return { name, status: result.status, message: result.message, advice: result.advice ?? null }
  } catch (error) {
    if (!isRejection(error)) throw error
    return { name, status: 'failed', message: error.message, advice }
  }
}
