import Form from 'next/form'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { NativeSelect } from '#components/ui/form/native-select.tsx'
import { pagePaths } from '#lib/domain/page-paths.ts'

type VersionPickerProps = {
  number: string
  versions: readonly { id: string; name: string }[]
  left: string
  right: string
}

/** Chooses the two versions to compare, by query parameters. */
export function VersionPicker({ number, versions, left, right }: VersionPickerProps) {
  const options = versions.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Form
      key={`${left} ${right}`}
      action={pagePaths.reviewVersions(number)}
      aria-label="Versions to compare"
      className="flex flex-wrap items-end gap-3"
    >
      <Field label="Earlier" name="left" className="basis-56">
        <NativeSelect name="left" options={options} defaultValue={left} />
      </Field>
      <Field label="Later" name="right" className="basis-56">
        <NativeSelect name="right" options={options} defaultValue={right} />
      </Field>
      <Button type="submit">Compare</Button>
    </Form>
  )
}
