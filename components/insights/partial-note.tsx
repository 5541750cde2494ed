import type { MetricBucket } from '#lib/contracts/app/metric-values.ts'

/** Explains the asterisk of partial months or quarters. */
export function PartialNote({ spans, bucket }: { spans: readonly { is_whole: boolean }[]; bucket: MetricBucket }) {
  if (spans.every(({ is_whole: isWhole }) => isWhole)) return null
  return <p className="text-xs text-muted">* Partial {bucket}.</p>
}
