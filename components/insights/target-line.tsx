'use client'

import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#components/ui/badge.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { keyFigures, type MetricUnit } from '#lib/contracts/app/metric-values.ts'
import type { KeyFigure } from '#lib/contracts/app/metrics.ts'
import { setMetricTarget } from '#lib/contracts/routes.ts'
import { formatMetric } from '#lib/domain/metrics/metric-labels.ts'

const limits = { at_least: '≥', at_most: '≤' } as const

/** A key figure without its values, of which a page has many. */
export type Target = Omit<KeyFigure, 'spans'>

type TargetLineProps = {
  figure: Target
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
          icon={<Pencil />}
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

type TargetDialogProps = { figure: Target; title: string; unit: MetricUnit; onClose: () => void }

/** Sets the target of a key figure; an empty field removes it. Shares are entered in percent. */
function TargetDialog({ figure: { name, target, limit }, title, unit, onClose }: TargetDialogProps) {
  const [scale, step, inUnit] = unit === 'share' ? [100, 0.01, ', in percent'] : [1, 1, '']
  const highest = keyFigures[name].highest * scale
  const { Field, state } = useEndpointForm(setMetricTarget, {
    values: { target: target === null ? null : Number((target * scale).toFixed(2)) },
    input: ({ target: entered }) => ({
      params: { name },
      body: { target: entered === null ? null : Number((entered / scale).toFixed(4)) },
    }),
    done: ({ target: saved }) => (saved === null ? 'Target removed' : 'Target saved'),
    onDone: onClose,
  })
  const isPossible = (entered: number | null) => entered === null || (entered >= 0 && entered <= highest)
  return (
    <FormDialog {...state} title={`Target: ${title}`} size="sm" submitLabel="Save target" onClose={onClose}>
      <Field
        name="target"
        label={`${limit === 'at_least' ? 'At least' : 'At most'}${inUnit}`}
        hint="Everybody sees it on this page. Leave it empty for none."
        type="number"
        step={step}
        className="max-w-60"
        rules={{
          setValueAs: (text) => (text === '' || text === null ? null : Number(text)),
          validate: (entered) => isPossible(entered) || `Enter a number from 0 to ${highest.toLocaleString('en')}.`,
        }}
      />
    </FormDialog>
  )
}
