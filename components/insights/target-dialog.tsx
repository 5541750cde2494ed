import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { keyFigures, type MetricUnit } from '#lib/contracts/app/metric-values.ts'
import type { KeyFigure } from '#lib/contracts/app/metrics.ts'
import { setMetricTarget } from '#lib/contracts/routes.ts'

type TargetDialogProps = { figure: KeyFigure; title: string; unit: MetricUnit; onClose: () => void }

/** Sets the target of a key figure; an empty field removes it. Shares are entered in percent. */
export function TargetDialog({ figure: { name, target, limit }, title, unit, onClose }: TargetDialogProps) {
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
