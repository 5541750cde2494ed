'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { RelativeTime } from '#components/ui/time/relative-time.tsx'
import { readStored, writeStored } from '#lib/api/stored-drafts.ts'

const storeDelayMs = 400

type FormDraft<Values> = {
  values: Values
  /** ETag of the edited record; null for a new one. */
  etag: string | null
  keptAt: string
}

type FormDraftOptions<Values extends FieldValues> = {
  form: UseFormReturn<Values, unknown, Values>
  /** Key of the draft, made of the record and the owner. */
  storageKey: string
  values: Values
  /** ETag of the edited record; null for a new one. */
  savedEtag: string | null
}

/**
 * Stores unsaved values in the browser until the form is saved, and restores them with the version on which they are
 * based. If the browser cannot store them, it asks before the person leaves the page. `restored` is for
 * `RestoredDraft`.
 */
export function useFormDraft<Values extends FieldValues>(options: FormDraftOptions<Values>) {
  const { form, storageKey, values: savedValues, savedEtag } = options
  const [etag, setEtag] = useState(savedEtag)
  const [restoredFrom, setRestoredFrom] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isUnsaved = useRef(false)

  const restore = useEffectEvent(() => {
    const draft = readDraft<Values>(storageKey)
    if (!draft) return
    isUnsaved.current = true
    form.reset(draft.values, { keepDefaultValues: true })
    setEtag(draft.etag)
    setRestoredFrom(draft.keptAt)
  })
  const store = useEffectEvent((): boolean => {
    clearTimeout(timer.current)
    if (!isUnsaved.current) return true
    const draft: FormDraft<Values> = { values: form.getValues(), etag, keptAt: new Date().toISOString() }
    return writeStored(storageKey, JSON.stringify(draft))
  })

  const handleChange = useEffectEvent((values: Values) => {
    isUnsaved.current = JSON.stringify(values) !== JSON.stringify(form.formState.defaultValues)
    clearTimeout(timer.current)
    if (isUnsaved.current) timer.current = setTimeout(() => store(), storeDelayMs)
    else writeStored(storageKey, null)
  })

  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => handleChange(values) }),
    [form],
  )
  useEffect(() => restore(), [])
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (!store()) event.preventDefault()
    }
    window.addEventListener('beforeunload', onLeave)
    return () => {
      window.removeEventListener('beforeunload', onLeave)
      store()
    }
  }, [])

  const forget = () => {
    clearTimeout(timer.current)
    isUnsaved.current = false
    setRestoredFrom(null)
    writeStored(storageKey, null)
  }
  const discard = () => {
    form.reset(savedValues)
    setEtag(savedEtag)
    forget()
  }
  return { etag, setEtag, forget, restored: { from: restoredFrom, onDiscard: discard } }
}

function readDraft<Values>(key: string): FormDraft<Values> | null {
  try {
    const draft: unknown = JSON.parse(readStored(key) ?? 'null')
    const isDraft = typeof draft === 'object' && draft !== null && 'values' in draft && 'keptAt' in draft
    return isDraft ? (draft as FormDraft<Values>) : null
  } catch {
    return null
  }
}

type RestoredDraftProps = {
  title: string
  /** Time when the draft was stored; null if none was restored. */
  from: string | null
  discardLabel: string
  onDiscard: () => void
}

export function RestoredDraft({ title, from, discardLabel, onDiscard }: RestoredDraftProps) {
  if (from === null) return null
  return (
    <Notice
      announce
      title={title}
      action={
        <Button size="sm" onClick={onDiscard}>
          {discardLabel}
        </Button>
      }
    >
      Last changed <RelativeTime value={from} />.
    </Notice>
  )
}
