import type { Env } from '#server/platform/env.ts'
import { setTracer } from './trace.ts'

/** Exports spans if the environment names a collector; loads OpenTelemetry only then. Returns how to stop. */
export async function startTracing({ tracing }: Pick<Env, 'tracing'>): Promise<() => Promise<void>> {
  if (tracing === undefined) return async () => {}
  const { startOpenTelemetry } = await import('./open-telemetry.ts')
  const tracer = startOpenTelemetry(tracing.share)
  setTracer(tracer)
  return async () => {
    setTracer(undefined)
    await tracer.stop()
  }
}
