import type { MetricBucket } from '#lib/contracts/app/metric-values.ts'

/** Says what the star at some of the names means; nothing where all are whole. */
export function PartialNote({ spans, bucket }: { spans: readonly { is_whole: boolean }[]; bucket: MetricBucket }) {
  if (spans.every(({ is_whole: isWhole }) => isWhole)) return null
  return <p className="text-xs text-muted">* Not the whole {bucket}.</p>
}
