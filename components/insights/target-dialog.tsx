'use client'

import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { keyFigures, type MetricUnit } from '#lib/contracts/app/metric-values.ts'
import type { KeyFigure } from '#lib/contracts/app/metrics.ts'
import { setMetricTarget } from '#lib/contracts/routes.ts'

type TargetDialogProps = { figure: KeyFigure; title: string; unit: MetricUnit; onClose: () => void }

/** Sets the target of a key figure; an empty field removes it. Shares are entered in percent. */
export function TargetDialog({ figure: { name, target, limit }, title, unit, onClose }: TargetDialogProps) {
  const scale = unit === 'share' ? 100 : 1
  const highest = keyFigures[name].highest * scale
  const numberOf = (text: string) => Number(text.trim().replace(',', '.'))
  const { Field, state } = useEndpointForm(setMetricTarget, {
    values: { target: target === null ? '' : String(Number((target * scale).toFixed(2))) },
    input: ({ target: text }) => ({
      params: { name },
      body: { target: text.trim() === '' ? null : Number((numberOf(text) / scale).toFixed(4)) },
    }),
    done: ({ target: saved }) => (saved === null ? 'Target removed' : 'Target saved'),
    onDone: onClose,
  })
  const isPossible = (text: string) => {
    const number = numberOf(text)
    return number >= 0 && number <= highest && (unit === 'share' || Number.isInteger(number))
  }
  return (
    <FormDialog {...state} title={`Target: ${title}`} size="sm" submitLabel="Save target" onClose={onClose}>
      <Field
        name="target"
        label={`${limit === 'at_least' ? 'At least' : 'At most'}${unit === 'share' ? ', in percent' : ''}`}
        hint="Everybody sees it on this page. Leave it empty for none."
        inputMode="decimal"
        className="max-w-60"
        rules={{
          validate: (text) =>
            isPossible(text) ||
            `Enter a ${unit === 'share' ? '' : 'whole '}number from 0 to ${highest.toLocaleString('en')}.`,
        }}
      />
    </FormDialog>
  )
}
