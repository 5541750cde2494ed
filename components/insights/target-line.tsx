'use client'

import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#components/ui/badge.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import type { MetricUnit } from '#lib/contracts/app/metric-values.ts'
import type { KeyFigure } from '#lib/contracts/app/metrics.ts'
import { formatMetric } from '#lib/domain/metrics/metric-labels.ts'
import { TargetDialog } from './target-dialog.tsx'

const limits = { at_least: '≥', at_most: '≤' } as const

type TargetLineProps = {
  figure: KeyFigure
  title: string
  unit: MetricUnit
  /** Number of missing reviews, which may decide whether the target is met. */
  owed: number
  canSet: boolean
}

/** Target of a key figure and whether it is met; managers set it. */
export function TargetLine({ figure, title, unit, owed, canSet }: TargetLineProps) {
  const isHydrated = useHydrated()
  const [isOpen, setOpen] = useState(false)
  const { target, limit, is_met: isMet } = figure
  if (target === null && !canSet) return null
  const text = target === null ? 'No target' : `Target ${limits[limit]} ${formatMetric(unit, target)}`
  return (
    <div className="flex flex-wrap items-center gap-x-1.5 text-xs text-muted">
      {text}
      {isMet !== null ? (
        <Badge tone={isMet ? 'success' : 'danger'}>{isMet ? 'met' : 'missed'}</Badge>
      ) : target !== null && owed > 0 ? (
        <Badge title="The reviews that are missing decide it">open</Badge>
      ) : null}
      {canSet ? (
        <IconButton
          size="sm"
          icon={<Pencil aria-hidden="true" />}
          label={`${target === null ? 'Set' : 'Edit'} the target: ${title}`}
          disabled={!isHydrated}
          className="-my-1 -ml-1 print:hidden"
          onClick={() => setOpen(true)}
        />
      ) : null}
      {isOpen ? <TargetDialog figure={figure} title={title} unit={unit} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}
