import type { Env } from '#server/platform/env.ts'
import { setTracer } from './trace.ts'

/**
 * Starts recording spans if the environment names a collector, and returns the function that stops it. OpenTelemetry is
 * loaded only then, so that it costs nothing without a collector.
 */
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
