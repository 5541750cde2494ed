import type { Tone } from '#components/ui/badge.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { UnrecordedChange } from '#lib/contracts/app/unrecorded-changes.ts'

const badges: Readonly<Record<UnrecordedChange['status'], { label: string; tone: Tone }>> = {
  running: { label: 'Running', tone: 'info' },
  succeeded: { label: 'Succeeded', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  canceled: { label: 'Cancelled', tone: 'neutral' },
}

export function DeploymentStatus({ status, isRollback }: { status: UnrecordedChange['status']; isRollback: boolean }) {
  const { label, tone } = badges[status]
  return (
    <span className="inline-flex flex-wrap gap-1">
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {isRollback ? <StatusBadge tone="warning">Rollback</StatusBadge> : null}
    </span>
  )
}
