'use client'

import type { UseFormReturn } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { maxLogoBytes } from '#lib/contracts/app/logo-bounds.ts'
import type { SettingField } from './sections.ts'

type LogoFieldProps = {
  field: Pick<SettingField, 'key' | 'label' | 'hint'>
  form: UseFormReturn<Record<string, string>>
  error: string | undefined
}

/** Reads a small image file into the form as a data URL; the service validates it. */
export function LogoField({ field: { key, label, hint }, form, error }: LogoFieldProps) {
  const logo = form.watch(key)
  const setLogo = (value: string) => form.setValue(key, value, { shouldDirty: true })
  const choose = async (file: File | undefined) => {
    if (!file) return
    form.clearErrors(key)
    if (file.size > maxLogoBytes) {
      return form.setError(key, {
        message: `must be at most ${maxLogoBytes / 1024} kB; this file has ${Math.ceil(file.size / 1024)} kB`,
      })
    }
    setLogo(await readAsUrl(file))
  }
  return (
    <Field label={label} name={key} hint={hint} error={error}>
      <div className="flex flex-wrap items-center gap-3">
        {logo ? (
          // biome-ignore lint/performance/noImgElement: a data URL
          <img src={logo} alt="The chosen logo" className="size-10 rounded-md border border-line object-contain" />
        ) : null}
        <Input
          type="file"
          accept="image/png,image/jpeg,image/webp"
          className="max-w-80 py-1"
          onChange={(event) => choose(event.target.files?.[0])}
        />
        {logo ? (
          <Button size="sm" onClick={() => setLogo('')}>
            Remove
          </Button>
        ) : null}
      </div>
    </Field>
  )
}

const readAsUrl = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
