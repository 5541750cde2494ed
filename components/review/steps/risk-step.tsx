import { ChoiceField, TextField } from '#components/review/form/fields.tsx'
import { bindFields, type StepProps, useFieldValue } from '#components/review/form/use-step-form.ts'
import { riskVerdicts } from '#lib/contracts/app/review-values.ts'
import { reviewQuestions, verdictLabels } from '#lib/domain/review/review-labels.ts'

const hints = {
  right: 'The assessment covered what went wrong or could have.',
  too_low: 'More went wrong, or could have, than the assessment covered.',
  too_high: 'More care was taken than the change needed.',
}
const verdicts = riskVerdicts.map((value) => ({ value, label: verdictLabels[value], hint: hints[value] }))

export function RiskStep({ change, savers }: StepProps) {
  const field = bindFields(savers.steps.risk)
  const verdict = useFieldValue(field('verdict'))
  return (
    <div className="flex flex-col gap-5">
      <ChoiceField
        field={field('verdict')}
        label={reviewQuestions.verdict}
        hint={change.risk ? `It was rated ${change.risk.replace('_', ' ')}.` : 'The change has no risk rating.'}
        options={verdicts}
        required
      />
      <TextField
        field={field('missed')}
        label={reviewQuestions.missed}
        hint="What should the next assessment of such a change cover?"
        required={verdict !== null && verdict !== 'right'}
        rows={4}
      />
    </div>
  )
}
