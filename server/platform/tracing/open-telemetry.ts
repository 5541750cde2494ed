import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Tracer } from './trace.ts'

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const

/** Milliseconds for which the exit waits for the export of the last spans. */
const exportTimeoutMs = 1_000

/**
 * Exports spans with OpenTelemetry, by OTLP over HTTP as JSON. URL, headers and timeout come from the standard
 * variables `OTEL_EXPORTER_OTLP_…`. `share` (0 to 1) of the new traces is recorded; a caller's decision is respected.
 * While the collector is unreachable, only spans beyond the queue are lost.
 */
export function startOpenTelemetry(share: number): Tracer {
  const resource = resourceFromAttributes({ 'service.name': 'hindsight' })
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resource)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: 1_000 })],
  })
  const tracer = provider.getTracer('hindsight')
  return {
    start({ name, kind, attributes }, parent) {
      const context = parent
        ? trace.setSpanContext(ROOT_CONTEXT, {
            traceId: parent.traceId,
            spanId: parent.spanId,
            traceFlags: parent.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
          })
        : ROOT_CONTEXT
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, context)
      const { traceId, spanId, traceFlags } = span.spanContext()
      return {
        traceId,
        spanId,
        isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0,
        set: (more) => span.setAttributes(more),
        fail: () => span.setStatus({ code: SpanStatusCode.ERROR }),
        end: () => span.end(),
      }
    },
    async stop() {
      const late = new Promise<void>((done) => setTimeout(done, exportTimeoutMs).unref())
      await Promise.race([provider.shutdown().catch(() => {}), late])
    },
  }
}
