import { Badge, type Tone } from '#components/ui/badge.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { Incident } from '#lib/contracts/incidents.ts'
import { capitalise } from '#lib/text/first-letter.ts'

const stateTones: Readonly<Record<Incident['state'], Tone>> = {
  new: 'warning',
  in_progress: 'info',
  on_hold: 'neutral',
  resolved: 'success',
  closed: 'neutral',
  canceled: 'neutral',
}

export function IncidentState({ state }: Pick<Incident, 'state'>) {
  return (
    <StatusBadge tone={stateTones[state]} hollow={state === 'canceled'}>
      {capitalise(state)}
    </StatusBadge>
  )
}

/** The priority in the words of its source; only the most urgent are highlighted. */
export function IncidentPriority({ priority, priority_level: level }: Pick<Incident, 'priority' | 'priority_level'>) {
  const tone = level === null || level > 2 ? 'neutral' : level === 2 ? 'warning' : 'danger'
  return <Badge tone={tone}>{priority}</Badge>
}
