import { useQuery } from '@tanstack/react-query'
import { Checkbox } from '#components/ui/form/checkbox.tsx'
import { FieldGroup } from '#components/ui/form/field.tsx'
import { factorsQuery } from '#lib/api/factor-queries.ts'
import type { QuestionOf } from '#lib/review/questions/kinds.ts'
import type { ControlProps } from './use-step-form.ts'

/** A box for each answer on offer, and for each given one that is not on offer any more. */
export function SeveralBoxes({
  question: { labels },
  label,
  frame,
  value,
  onChange,
  badges,
}: ControlProps<QuestionOf<'several'>>) {
  const { data } = useQuery({ ...factorsQuery, enabled: labels === undefined })
  const given = value as readonly string[]
  const offered = labels ? Object.keys(labels) : (data?.result ?? []).map(({ name }) => name)
  const options = [...new Set([...offered, ...given])]
  return (
    <FieldGroup {...frame} legend={label} inline>
      {options.map((option) => (
        <Checkbox
          key={option}
          label={badges[option] ? [labels?.[option] ?? option, badges[option]] : (labels?.[option] ?? option)}
          checked={given.includes(option)}
          onChange={({ target }) =>
            onChange(options.filter((one) => (one === option ? target.checked : given.includes(one))))
          }
        />
      ))}
    </FieldGroup>
  )
}
